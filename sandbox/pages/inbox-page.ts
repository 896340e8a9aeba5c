import { html } from 'hono/html';
import type { Message } from '../inbox/message.ts';
import { splitLinks } from '../inbox/text-links.ts';
import { layout } from './layout.ts';

const SHOWN_MAX = 100;
const moment = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium', timeZone: 'UTC' });

/** Changes when something arrives. */
export function latestOf(messages: Message[]): string {
  return `${messages.length} ${messages[0]?.at ?? ''}`;
}

function card(message: Message) {
  const text = splitLinks(message.text).map((piece) =>
    piece.isLink ? html`<a href="${piece.text}" rel="noreferrer">${piece.text}</a>` : piece.text,
  );
  return html`<article class="card">
    <h2>${message.kind === 'sms' ? `${message.subject} to ${message.to}` : message.subject || 'No subject'}</h2>
    <dl class="facts">
      <dt>To</dt>
      <dd>${message.to}</dd>
      <dt>From</dt>
      <dd>${message.from}</dd>
      <dt>Received</dt>
      <dd><time datetime="${message.at}">${moment.format(new Date(message.at))} UTC</time></dd>
    </dl>
    ${message.code ? html`<p class="code">${message.code}</p>` : ''}
    <div class="text">${message.text === '' ? 'This mail has no plain text.' : text}</div>
  </article>`;
}

/** Every mail and text message, newest first, as plain text: a mail's HTML is never run here. */
export function inboxPage(messages: Message[], to: string | undefined) {
  const shown = messages.slice(0, SHOWN_MAX);
  const who = to ? html` for ${to}` : '';
  const empty = html`<section class="card">
    <h2>No mail yet${who}</h2>
    <p>Sign up, or ask for a link or a code in the app. It appears here by itself within two seconds.</p>
  </section>`;
  return layout({
    title: messages.length === 0 ? 'Inbox' : `Inbox (${messages.length})`,
    script: { src: '/inbox.js', latest: latestOf(messages) },
    body: html`
      <h1>Inbox</h1>
      <p class="lede">
        Mail and text messages that the app has sent${who}, newest first. This page reloads itself when something
        arrives.
      </p>
      ${shown.length === 0 ? empty : shown.map(card)}
      ${messages.length > shown.length ? html`<p class="lede">The newest ${SHOWN_MAX} of ${messages.length} are shown.</p>` : ''}
    `,
  });
}
