import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { PRODUCT_NAME } from '#contract/texts.ts';
import { escapeHtml } from '#server/lib/text/escape-html.ts';

type PlainForm = {
  action: string;
  fields: Record<string, string>;
  /** A text field for this answer, with at most `max` characters. Enter submits it. */
  line?: { name: string; label: string; max: number };
  button: { label: string; value: string };
};
/** A page of a link in an email, which works without JavaScript and without an account. Every text is escaped. */
export type PlainPage = {
  status?: ContentfulStatusCode;
  title: string;
  /** Paragraphs. */
  lines: readonly string[];
  /** What someone wrote, line by line. */
  quote?: string;
  notes?: readonly string[];
  /** One form for each possible answer: its fields are hidden, and its button sends its value as `answer`. */
  forms?: readonly PlainForm[];
  link?: { href: string; label: string };
};

const STYLE = `
:root{color-scheme:light dark}
body{margin:0;background:#f6f2e9;color:#17201b;font:17px/1.55 'Hanken Grotesk',system-ui,'Segoe UI',Helvetica,Arial,sans-serif}
main{max-width:40rem;margin:0 auto;padding:2rem 1.25rem}
article{background:#fffdf8;border:1px solid #ded6c5;border-radius:10px;padding:1.5rem}
h1{font:600 1.6rem/1.25 Besley,Georgia,'Times New Roman',serif;margin:0 0 1rem;overflow-wrap:anywhere}
p{margin:0 0 1rem;overflow-wrap:anywhere}
blockquote{margin:0 0 1rem;padding:.25rem 0 .25rem 1rem;border-left:3px solid #0b6747;white-space:pre-wrap;overflow-wrap:anywhere}
form{margin:0 0 1rem}
input{display:block;box-sizing:border-box;width:100%;margin:.25rem 0 .75rem;font:inherit;min-height:3rem;padding:.5rem .75rem;border-radius:8px;border:1px solid #8a8472;background:none;color:inherit}
button{font:inherit;font-weight:600;min-height:3rem;padding:.5rem 1.25rem;border-radius:8px;border:1px solid #8a8472;background:none;color:inherit;cursor:pointer}
form:first-of-type button{background:#0b6747;border-color:#0b6747;color:#fbf8f0}
button:focus-visible,input:focus-visible,a:focus-visible{outline:3px solid #0b6747;outline-offset:2px}
.small{color:#5c635c;font-size:.9rem}
.brand{font:600 1.15rem Besley,Georgia,serif;margin:0 0 1.25rem}
a{color:#0b6747}
@media (prefers-color-scheme:dark){body{background:#121613;color:#f2ede1}article{background:#1a1f1b;border-color:#2d342e}.small{color:#a3a497}a{color:#74cf9f}blockquote{border-color:#74cf9f}form:first-of-type button{background:#74cf9f;border-color:#74cf9f;color:#0b2117}button:focus-visible,input:focus-visible,a:focus-visible{outline-color:#74cf9f}}`;

const paragraph = (className: string) => (text: string) =>
  `<p${className === '' ? '' : ` class="${className}"`}>${escapeHtml(text)}</p>`;

function formHtml({ action, fields, line, button }: PlainForm): string {
  const hidden = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`,
  );
  const typed = line
    ? `<label>${escapeHtml(line.label)}<input name="${escapeHtml(line.name)}" maxlength="${line.max}" autocomplete="off"></label>`
    : '';
  const pressed = `<button name="answer" value="${escapeHtml(button.value)}">${escapeHtml(button.label)}</button>`;
  return `<form method="post" action="${escapeHtml(action)}">${hidden.join('')}${typed}${pressed}</form>`;
}

type PageContext = Context<{ Variables: { nonce: () => string } }>;

/** Answers with such a page. Its address holds a secret: it isn't cached, and no other site learns it. */
export function answerPage(c: PageContext, page: PlainPage): Response {
  const { status = 200, title, lines, quote, notes = [], forms = [], link } = page;
  const body = [
    `<h1>${escapeHtml(title)}</h1>`,
    ...lines.map(paragraph('')),
    ...(quote === undefined ? [] : [`<blockquote>${escapeHtml(quote)}</blockquote>`]),
    ...forms.map(formHtml),
    ...notes.map(paragraph('small')),
    ...(link ? [`<p class="small"><a href="${escapeHtml(link.href)}">${escapeHtml(link.label)}</a></p>`] : []),
  ].join('');
  c.header('cache-control', 'no-store');
  // With "no-referrer", browsers would leave the origin out of the form's request, too.
  c.header('referrer-policy', 'same-origin');
  c.header('x-robots-tag', 'noindex');
  const style = `<style nonce="${escapeHtml(c.var.nonce())}">${STYLE}</style>`;
  return c.html(
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
      `<title>${escapeHtml(title)} · ${PRODUCT_NAME}</title>${style}</head>` +
      `<body><main><p class="brand">${PRODUCT_NAME}</p><article>${body}</article></main></body></html>`,
    status,
  );
}
