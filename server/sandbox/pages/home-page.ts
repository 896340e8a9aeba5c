import { html } from 'hono/html';
import { PRODUCT_NAME } from '#contract/texts.ts';
import { FAULTS } from '../model/faults.ts';
import { STRIPE_FAULTS } from '../stripe/wire/faults.ts';
import { layout } from './layout.ts';

/** Lists the pages and the protocols. */
export function homePage(addresses: { url: string; modelBaseUrl: string; smtpUrl: string }) {
  return layout({
    title: 'Overview',
    body: html`
      <h1>What stands in for the outside world</h1>
      <p class="lede">
        Where ${PRODUCT_NAME} has no keys for a model, a mail server or Stripe yet, it talks to this sandbox, by the
        same protocols as it would to the real ones.
      </p>
      <section class="card">
        <h2>Pages</h2>
        <dl class="doors">
          <dt><a href="/inbox">/inbox</a></dt>
          <dd>Every mail that was sent, newest first, with its links.</dd>
          <dt><a href="/inbox.json">/inbox.json</a></dt>
          <dd>The same for scripts. Add <code>?to=name@example.com</code> for one address.</dd>
          <dt><a href="/stripe">/stripe</a></dt>
          <dd>Customers, subscriptions and webhooks, a button that moves the clock, and failures on request.</dd>
          <dt><a href="/clock">/clock</a></dt>
          <dd>The time it is here, for <code>CLOCK_URL</code>.</dd>
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
          <dt>Stripe</dt>
          <dd>
            <code>${addresses.url}</code> speaks Stripe's API below <code>/v1</code>, with pay page, portal, webhooks
            and test clocks. Any key that begins with <code>sk_test_</code> opens the same account.
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
          <dt>In a text for Stripe</dt>
          <dd>${STRIPE_FAULTS.map((fault) => html`<code>[sandbox: ${fault}]</code> `)}</dd>
        </dl>
      </section>
    `,
  });
}
