import { html } from 'hono/html';
import type { Mail } from '../mail/mail.ts';
import { splitLinks } from '../mail/text-links.ts';
import { layout } from './layout.ts';

const SHOWN_MAX = 100;
const moment = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium', timeZone: 'UTC' });

/** Changes when a mail arrives. */
export function latestOf(mails: Mail[]): string {
  return `${mails.length} ${mails[0]?.at ?? ''}`;
}

function mailCard(mail: Mail) {
  const text = splitLinks(mail.text).map((piece) =>
    piece.isLink ? html`<a href="${piece.text}" rel="noreferrer">${piece.text}</a>` : piece.text,
  );
  return html`<article class="card">
    <h2>${mail.subject || 'No subject'}</h2>
    <dl class="facts">
      <dt>To</dt>
      <dd>${mail.to}</dd>
      <dt>From</dt>
      <dd>${mail.from}</dd>
      <dt>Received</dt>
      <dd><time datetime="${mail.at}">${moment.format(new Date(mail.at))} UTC</time></dd>
    </dl>
    ${mail.code ? html`<p class="code">${mail.code}</p>` : ''}
    <div class="text">${mail.text === '' ? 'This mail has no plain text.' : text}</div>
  </article>`;
}

/** Every mail, newest first, as plain text: a mail's HTML is never run here. */
export function inboxPage(mails: Mail[], to: string | undefined) {
  const shown = mails.slice(0, SHOWN_MAX);
  const who = to ? html` for ${to}` : '';
  const empty = html`<section class="card">
    <h2>No mail yet${who}</h2>
    <p>Sign up or ask for a new link in the app. The mail appears here by itself within two seconds.</p>
  </section>`;
  return layout({
    title: mails.length === 0 ? 'Inbox' : `Inbox (${mails.length})`,
    script: { src: '/inbox.js', latest: latestOf(mails) },
    body: html`
      <h1>Inbox</h1>
      <p class="lede">
        Mail that the app has sent${who}, newest first. This page reloads itself when something arrives.
      </p>
      ${shown.length === 0 ? empty : shown.map(mailCard)}
      ${mails.length > shown.length ? html`<p class="lede">The newest ${SHOWN_MAX} of ${mails.length} are shown.</p>` : ''}
    `,
  });
}
