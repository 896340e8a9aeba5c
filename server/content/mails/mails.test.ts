import { describe, expect, test } from 'vitest';
import { SECURITY_EVENTS } from '#contract/security-events.ts';
import { accountDeletedMail } from './account-deleted-mail.ts';
import { addressInUseMail, emailChangeMail } from './email-change-mails.ts';
import type { OutgoingMail } from './mail-layout.ts';
import { noAccountMail, passwordResetMail } from './password-mails.ts';
import { proofCodeMail } from './proof-code-mail.ts';
import { securityMail } from './security-mail.ts';
import { alreadyConfirmedMail, alreadyRegisteredMail, confirmationMail } from './sign-up-mails.ts';

const TO = 'maya@fernandkiln.example';
const PUBLIC_URL = 'https://tenfold.example';
const LINK = `${PUBLIC_URL}/auth/confirm?token=abc-DEF_123`;
const NASTY = '<script>alert("1")</script> & \'co\'';
const notice = (kind: string): OutgoingMail =>
  securityMail(TO, {
    kind,
    detail: NASTY,
    device: NASTY,
    ipAddress: '203.0.113.7',
    happenedAt: new Date('2026-07-01T22:30:00Z'),
    timeZone: 'Europe/Berlin',
    publicUrl: PUBLIC_URL,
    supportEmail: 'support@tenfold.example',
  });

const MAILS: [string, OutgoingMail][] = [
  ['confirmation', confirmationMail(TO, LINK)],
  ['already registered', alreadyRegisteredMail(TO, LINK)],
  ['already confirmed', alreadyConfirmedMail(TO, LINK)],
  ['password reset', passwordResetMail(TO, LINK)],
  ['no account', noAccountMail(TO, LINK)],
  ['change of address', emailChangeMail(TO, LINK)],
  ['address in use', addressInUseMail(TO, LINK)],
  ['security code', proofCodeMail(TO, '482913')],
  ['account deleted', accountDeletedMail(TO, PUBLIC_URL)],
  ...[...Object.keys(SECURITY_EVENTS), 'a_kind_of_tomorrow'].map((kind): [string, OutgoingMail] => [
    kind,
    notice(kind),
  ]),
];

/** What a person sees of the HTML, as one line. */
function seen(html: string): string {
  const body = html.slice(html.indexOf('<body'));
  const text = body
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));
  return text.replaceAll(/\s+/g, ' ').trim();
}

describe.each(MAILS)('the mail %s', (_, mail) => {
  test('says the same as HTML and as text', () => {
    const text = mail.text.replaceAll(/^(When|Device|IP address): /gm, '$1 ').replaceAll(/: (https:\S+)/g, ' $1');
    expect(seen(mail.html)).toBe(`Tenfold ${text.replaceAll(/\s+/g, ' ').trim()}`);
  });

  test('has a subject of one line, and nothing of anybody’s runs in it', () => {
    expect(mail.subject).toMatch(/^[^\n\r]{10,120}$/);
    expect(mail.html).not.toMatch(/<script|<img|<link|url\(/);
  });

  test('links to our own address only', () => {
    const links = [...mail.html.matchAll(/href="([^"]*)"/g)].map(([, url]) => url ?? '');
    for (const url of links) expect(url.startsWith(`${PUBLIC_URL}/`)).toBe(true);
  });
});

test('every kind of event has its own sentence, and the hour of summer', () => {
  const bodies = Object.keys(SECURITY_EVENTS).map((kind) => notice(kind).text);
  expect(new Set(bodies.map((text) => text.split('\n\n')[1])).size).toBe(bodies.length);
  for (const text of bodies) expect(text).toContain('When: Thursday 2 July 2026, 00:30 CEST (Europe/Berlin)');
});
