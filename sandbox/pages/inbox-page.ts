import { html } from 'hono/html';
import { momentText } from '#contract/dates.ts';
import type { Message } from '../inbox/message.ts';
import { splitLinks } from '../inbox/text-links.ts';
import { layout } from './layout.ts';

const SHOWN_MAX = 100;

/** Changes when something arrives. */
export function latestOf(messages: Message[]): string {
  return `${messages.length} ${messages[0]?.at ?? ''}`;
}

function card(message: Message) {
  const text = splitLinks(message.text).map((piece) =>
    piece.isLink ? html`<a href="${piece.text}" rel="noreferrer">${piece.text}</a>` : piece.text,
  );
  const attached = (message.attachments ?? []).map(
    ({ name, bytes }) => `${name} (${bytes.toLocaleString('en-US')} bytes)`,
  );
  return html`<article class="card">
    <h2>${message.kind === 'sms' ? `${message.subject} to ${message.to}` : message.subject || 'No subject'}</h2>
    <dl class="facts">
      <dt>To</dt>
      <dd>${message.to}</dd>
      <dt>From</dt>
      <dd>${message.from}</dd>
      <dt>Received</dt>
      <dd><time datetime="${message.at}">${momentText(message.at, 'UTC')}</time></dd>
    </dl>
    ${attached.length > 0 ? html`<p>Attached: ${attached.join(', ')}</p>` : ''}
    ${message.code ? html`<p class="code">${message.code}</p>` : ''}
    <div class="text">${message.text === '' ? 'This email has no plain-text part.' : text}</div>
  </article>`;
}

/** Every email and text message, newest first, as plain text. An email's HTML is never rendered here. */
export function inboxPage(messages: Message[], to: string | undefined) {
  const shown = messages.slice(0, SHOWN_MAX);
  const who = to ? html` for ${to}` : '';
  const empty = html`<section class="card">
    <h2>No messages yet${who}</h2>
    <p>Sign up, or ask for a link or a code in the app. It shows up here within two seconds.</p>
  </section>`;
  return layout({
    title: messages.length === 0 ? 'Inbox' : `Inbox (${messages.length})`,
    script: { src: '/inbox.js', latest: latestOf(messages) },
    body: html`
      <h1>Inbox</h1>
      <p class="lede">Emails and text messages the app has sent${who}, newest first. New ones show up automatically.</p>
      ${shown.length === 0 ? empty : shown.map(card)}
      ${messages.length > shown.length ? html`<p class="lede">Showing the newest ${SHOWN_MAX} of ${messages.length}.</p>` : ''}
    `,
  });
}
