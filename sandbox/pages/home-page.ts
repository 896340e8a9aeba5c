import { html } from 'hono/html';
import { PRODUCT_NAME } from '#contract/texts.ts';
import { FAULTS } from '../model/faults.ts';
import { FAULT_NUMBERS } from '../sms/sms-faults.ts';
import { SANDBOX_CLIENT } from '../openid/authorize-request.ts';
import { OPENID_FAULTS } from '../openid/openid-faults.ts';
import { STRIPE_FAULTS } from '../stripe/wire/faults.ts';
import { WEBSITE_FAULTS } from '../website/website-faults.ts';
import { WEBSITES } from '../website/website.ts';
import { layout } from './layout.ts';

/** Lists the sandbox's pages and protocols. */
export function homePage(addresses: { url: string; modelBaseUrl: string; smtpUrl: string }) {
  return layout({
    title: 'Overview',
    body: html`
      <h1>Stand-ins for the outside world</h1>
      <p class="lede">
        Until you add keys for a real service, ${PRODUCT_NAME} talks to this sandbox instead, over the same protocols.
      </p>
      <section class="card">
        <h2>Pages</h2>
        <dl class="link-list">
          <dt><a href="/inbox">/inbox</a></dt>
          <dd>Every email and text message ${PRODUCT_NAME} has sent, newest first, with its links and codes.</dd>
          <dt><a href="/inbox.json">/inbox.json</a></dt>
          <dd>
            The same as JSON, for scripts. Add <code>?to=name@example.com</code> for one address or
            <code>?to=+15551234567</code> for one phone.
          </dd>
          <dt><a href="/prompts">/prompts</a></dt>
          <dd>
            What the model was given with each request, word for word. The same as JSON:
            <a href="/prompts.json">/prompts.json</a>.
          </dd>
          <dt>Consent pages</dt>
          <dd>“Continue with Google” and “Continue with Slack” bring you here. You choose who to sign in as.</dd>
          <dt><a href="/stripe">/stripe</a></dt>
          <dd>Customers, subscriptions and webhooks, buttons that move the clock, and failures on request.</dd>
          <dt><a href="/website/">/website/</a></dt>
          <dd>
            The website of an invented shop. ${PRODUCT_NAME} reads it as
            ${WEBSITES.map((host) => html`<code>${host}</code>`)}.
          </dd>
          <dt><a href="/clock">/clock</a></dt>
          <dd>The sandbox’s current time, for <code>CLOCK_URL</code>.</dd>
        </dl>
      </section>
      <section class="card">
        <h2>Protocols</h2>
        <dl class="link-list">
          <dt>Model</dt>
          <dd>
            <code>${addresses.modelBaseUrl}</code> speaks OpenAI's chat completions API, streaming or not. Its answers
            are canned examples, and they say so.
          </dd>
          <dt>Mail</dt>
          <dd>
            <code>${addresses.smtpUrl}</code> accepts email over SMTP, without a password, and puts it in the inbox.
          </dd>
          <dt>Text messages</dt>
          <dd>
            <code>${addresses.url}/2010-04-01/Accounts/sandbox/Messages.json</code> accepts SMS and WhatsApp messages
            the way Twilio does and puts them in the inbox.
          </dd>
          <dt>Sign-in</dt>
          <dd>
            <a href="/google/.well-known/openid-configuration">${addresses.url}/google</a> and
            <a href="/slack/.well-known/openid-configuration">${addresses.url}/slack</a> are OpenID providers with one
            registered client, <code>${SANDBOX_CLIENT.clientId}</code>, whose secret is
            <code>${SANDBOX_CLIENT.clientSecret}</code>.
          </dd>
          <dt>Stripe</dt>
          <dd>
            <code>${addresses.url}</code> serves Stripe's API under <code>/v1</code>, with a pay page, billing portal
            and webhooks. Every key that starts with <code>sk_test_</code> opens the same account.
          </dd>
        </dl>
      </section>
      <section class="card">
        <h2>Failures on request</h2>
        <dl class="link-list">
          <dt>In a chat message</dt>
          <dd>${FAULTS.map((fault) => html`<code>[sandbox: ${fault}]</code> `)}</dd>
          <dt>In an email address</dt>
          <dd>Addresses that start with <code>bounce</code> are rejected.</dd>
          <dt>As a phone number</dt>
          <dd>${FAULT_NUMBERS.map((number) => html`<code>${number}</code> `)}</dd>
          <dt>On a consent page</dt>
          <dd>
            As the first part of the email address, or after a plus sign:
            ${OPENID_FAULTS.map((fault) => html`<code>${fault}</code> `)}
          </dd>
          <dt>As a path of the invented website</dt>
          <dd>${Object.keys(WEBSITE_FAULTS).map((path) => html`<code>${path}</code> `)}</dd>
          <dt>In a text for Stripe</dt>
          <dd>${STRIPE_FAULTS.map((fault) => html`<code>[sandbox: ${fault}]</code> `)}</dd>
        </dl>
      </section>
    `,
  });
}
