import { html } from 'hono/html';
import { PRODUCT_NAME } from '#contract/texts.ts';
import { FAULTS } from '../model/faults.ts';
import { layout } from './layout.ts';

/** Lists the pages and the protocols. */
export function homePage(addresses: { modelBaseUrl: string; smtpUrl: string }) {
  return layout({
    title: 'Overview',
    body: html`
      <h1>What stands in for the outside world</h1>
      <p class="lede">
        Where ${PRODUCT_NAME} has no keys for a model or a mail server yet, it talks to this sandbox, by the same
        protocols as it would to the real ones.
      </p>
      <section class="card">
        <h2>Pages</h2>
        <dl class="doors">
          <dt><a href="/inbox">/inbox</a></dt>
          <dd>Every mail that was sent, newest first, with its links.</dd>
          <dt><a href="/inbox.json">/inbox.json</a></dt>
          <dd>The same for scripts. Add <code>?to=name@example.com</code> for one address.</dd>
        </dl>
      </section>
      <section class="card">
        <h2>Protocols</h2>
        <dl class="doors">
          <dt>Model</dt>
          <dd>
            <code>${addresses.modelBaseUrl}</code> speaks OpenAI's chat completions, streamed or whole. Answers are
            worked examples and say so.
          </dd>
          <dt>Mail</dt>
          <dd>
            <code>${addresses.smtpUrl}</code> takes mail over SMTP, without a password, and puts it into the inbox.
          </dd>
        </dl>
      </section>
      <section class="card">
        <h2>Failures on request</h2>
        <dl class="doors">
          <dt>In a chat message</dt>
          <dd>${FAULTS.map((fault) => html`<code>[sandbox: ${fault}]</code> `)}</dd>
          <dt>In a mail address</dt>
          <dd>An address that begins with <code>bounce</code> is refused.</dd>
        </dl>
      </section>
    `,
  });
}
