import { html } from 'hono/html';
import { PRODUCT_NAME } from '#contract/texts.ts';

type Markup = ReturnType<typeof html>;

/** The frame of every page. Values in `html` templates are escaped. */
export function layout(options: { title: string; body: Markup; script?: { src: string; latest: string } }): Markup {
  const script = options.script
    ? html`<script src="${options.script.src}" data-latest="${options.script.latest}" defer></script>`
    : '';
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${options.title} · ${PRODUCT_NAME} sandbox</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="/sandbox.css" />
        ${script}
      </head>
      <body>
        <header>
          <strong>${PRODUCT_NAME} sandbox</strong>
          <nav aria-label="Sandbox">
            <a href="/">Overview</a><a href="/inbox">Inbox</a><a href="/prompts">Prompts</a
            ><a href="/stripe">Payments</a>
          </nav>
        </header>
        <main>${options.body}</main>
        <footer>Nothing here reaches a real inbox, phone, AI model or card.</footer>
      </body>
    </html>`;
}
