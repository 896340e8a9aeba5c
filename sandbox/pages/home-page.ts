import { html } from 'hono/html';
import { PRODUCT_NAME } from '#contract/texts.ts';
import { FAULTS } from '../model/faults.ts';
import { FAULT_NUMBERS } from '../sms/sms-faults.ts';
import { SANDBOX_CLIENT } from '../openid/authorize-request.ts';
import { OPENID_FAULTS } from '../openid/openid-faults.ts';
import { STRIPE_FAULTS } from '../stripe/wire/faults.ts';
import { layout } from './layout.ts';

/** Lists the pages and the protocols. */
export function homePage(addresses: { url: string; modelBaseUrl: string; smtpUrl: string }) {
  return layout({
    title: 'Overview',
    body: html`
      <h1>What stands in for the outside world</h1>
      <p class="lede">
        Where ${PRODUCT_NAME} has no keys for the outside world yet, it talks to this sandbox, by the same protocols as
        it would to the real ones.
      </p>
      <section class="card">
        <h2>Pages</h2>
        <dl class="doors">
          <dt><a href="/inbox">/inbox</a></dt>
          <dd>Every mail and every text message that was sent, newest first, with links and codes.</dd>
          <dt><a href="/inbox.json">/inbox.json</a></dt>
          <dd>
            The same for scripts. Add <code>?to=name@example.com</code> for one address, or
            <code>?to=+46701234567</code> for one phone.
          </dd>
          <dt>Consent pages</dt>
          <dd>“Continue with Google” and “Continue with Slack” lead there. You choose who you are.</dd>
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
          <dt>Text messages</dt>
          <dd>
            <code>${addresses.url}/2010-04-01/Accounts/sandbox/Messages.json</code> takes SMS and WhatsApp messages as
            Twilio does, and puts them into the inbox.
          </dd>
          <dt>Sign-in</dt>
          <dd>
            <a href="/google/.well-known/openid-configuration">${addresses.url}/google</a> and
            <a href="/slack/.well-known/openid-configuration">${addresses.url}/slack</a> are OpenID providers. They know
            one client, <code>${SANDBOX_CLIENT.clientId}</code>, with the secret
            <code>${SANDBOX_CLIENT.clientSecret}</code>.
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
          <dt>As a phone number</dt>
          <dd>${FAULT_NUMBERS.map((number) => html`<code>${number}</code> `)}</dd>
          <dt>On a consent page</dt>
          <dd>
            As the first part of the address, or after a plus in it:
            ${OPENID_FAULTS.map((fault) => html`<code>${fault}</code> `)}
          </dd>
          <dt>In a text for Stripe</dt>
          <dd>${STRIPE_FAULTS.map((fault) => html`<code>[sandbox: ${fault}]</code> `)}</dd>
        </dl>
      </section>
    `,
  });
}
