import { describe, expect, test } from 'vitest';
import { SECURITY_EVENTS } from '#contract/account/security-events.ts';
import { accountDeletedMail } from './account-deleted-mail.ts';
import { contactMail, contactReceiptMail } from './contact-mails.ts';
import { addressInUseMail, emailChangeMail } from './email-change-mails.ts';
import type { OutgoingMail } from '#server/lib/outgoing-mail.ts';
import { alreadySubscribedMail, letterMail, newsletterConfirmationMail } from './newsletter-mails.ts';
import { noAccountMail, passwordResetMail } from './password-mails.ts';
import { paymentFailedMail } from './payment-failed-mail.ts';
import { proofCodeMail } from './proof-code-mail.ts';
import { securityMail } from './security-mail.ts';
import { alreadyConfirmedMail, alreadyRegisteredMail, confirmationMail } from './sign-up-mails.ts';
import { trialEndedMail, trialEndingMail } from './trial-mails.ts';
import { usageWarningMail } from './usage-warning-mail.ts';

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

const NONE = { messages: 0, exports: 0, templates: 0, automations: 0, integrations: 0 };
const trial = {
  endsAt: new Date('2026-11-23T22:30:00Z'),
  timeZone: 'Europe/Berlin',
  lapsing: null,
  used: { ...NONE, exports: 3, messages: 1_200 },
  publicUrl: PUBLIC_URL,
};
const nearly = { planName: 'Free', resetsOn: '1 December 2026', publicUrl: PUBLIC_URL };
const failed = { planName: 'Pro', keptUntil: new Date('2026-11-30T12:00:00Z'), timeZone: 'UTC', publicUrl: PUBLIC_URL };

const wayOut = { url: `${PUBLIC_URL}/newsletter/unsubscribe?token=abc`, mailto: 'support@tenfold.example' };
const letter = { title: 'Reading your numbers', excerpt: NASTY, author: 'Finny', url: `${PUBLIC_URL}/blog/numbers` };
const written = {
  topic: 'setup' as const,
  name: 'Maya & co',
  email: TO,
  message: `Hello,\n${NASTY}`,
  createdAt: new Date('2026-11-16T09:00:00Z'),
};

const MAILS: [string, OutgoingMail][] = [
  ['trial ending, then free', trialEndingMail(TO, { ...trial, next: 'free' })],
  ['trial ending, then a plan', trialEndingMail(TO, { ...trial, next: 'pro', used: NONE })],
  ['trial ended', trialEndedMail(TO, trial)],
  ['usage warning of the month', usageWarningMail(TO, { ...nearly, kind: 'messages', used: 40, limit: 50 })],
  ['usage warning of what is held', usageWarningMail(TO, { ...nearly, kind: 'automations', used: 1, limit: 1 })],
  ['payment failed', paymentFailedMail(TO, failed)],
  ['confirmation', confirmationMail(TO, LINK)],
  ['already registered', alreadyRegisteredMail(TO, LINK)],
  ['already confirmed', alreadyConfirmedMail(TO, LINK)],
  ['password reset', passwordResetMail(TO, LINK)],
  ['no account', noAccountMail(TO, LINK)],
  ['change of address', emailChangeMail(TO, LINK)],
  ['address in use', addressInUseMail(TO, LINK)],
  ['security code', proofCodeMail(TO, '482913')],
  ['newsletter confirmation', newsletterConfirmationMail(TO, LINK)],
  ['already subscribed', alreadySubscribedMail(TO, wayOut)],
  ['letter', letterMail(TO, letter, wayOut)],
  ['contact message', contactMail('sales@tenfold.example', written)],
  ['contact receipt', contactReceiptMail(written)],
  ['account deleted', accountDeletedMail(TO, PUBLIC_URL)],
  ...[...Object.keys(SECURITY_EVENTS), 'a_kind_of_tomorrow'].map((kind): [string, OutgoingMail] => [
    kind,
    notice(kind),
  ]),
];

/** What a person sees of the HTML, as one line. */
function seen(html: string): string {
  // A link in small print says where it leads in the text only.
  const body = html
    .slice(html.indexOf('<body'))
    .replaceAll(/<p[^>]*><a href="([^"]*)"[^>]*>([^<]*)<\/a><\/p>/g, '$2 $1');
  const text = body
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));
  return text.replaceAll(/\s+/g, ' ').trim();
}

describe.each(MAILS)('the mail %s', (_, mail) => {
  test('says the same as HTML and as text', () => {
    const text = mail.text
      .replaceAll(
        /^(Name|Email|About|Written|When|Device|IP address|\w+ a month|Active automations|Connected integrations): /gm,
        '$1 ',
      )
      .replaceAll(/: (https:\S+)/g, ' $1')
      .replaceAll(/^> /gm, '');
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

describe('the end of a trial', () => {
  test('says what locks, what stays and what is over the limit, with the figures of the plan that follows', () => {
    const { subject, text } = trialEndingMail(TO, { ...trial, next: 'free' });
    expect(subject).toBe('Your Tenfold trial ends on 23 November 2026');
    expect(text).toContain('ends on Monday 23 November 2026, 23:30 CET (Europe/Berlin). Nothing is charged;');
    expect(text).toContain('Brain AI stays open.');
    expect(text).toContain(
      'choose a plan with them: Seomi, Emmie, Soshie, Cassie, Milli, Landa, Viddy, Opsie and Finny.',
    );
    expect(text).toContain('Messages a month: 10,000 now, 50 on Free');
    expect(text).toContain('Exports a month: unlimited now, 2 on Free');
    expect(text).toContain('(messages a month: 1,200, Free has 50; exports a month: 3, Free has 2)');
    expect(text, 'what is not built is not spoken of').not.toMatch(/template|automation|integration/i);
    expect(text).toContain(`${PUBLIC_URL}/checkout`);
  });

  test('says that a plan without a card does not begin, and where to change that', () => {
    const { text } = trialEndingMail(TO, { ...trial, next: 'free', lapsing: 'pro' });
    expect(text).toContain('You chose Pro for afterwards, but it does not begin as it stands');
    expect(text).toContain(`Keep Pro: ${PUBLIC_URL}/dashboard/billing`);
  });

  test('with a plan that goes on, says that it is charged and how not to', () => {
    const { subject, text } = trialEndingMail(TO, { ...trial, next: 'pro', used: NONE });
    expect(subject).toBe('Your Tenfold trial ends on 23 November 2026, then Pro begins');
    expect(text).toContain('the Pro plan that you chose begins, and its first payment is charged');
    expect(text).toContain('cancel on that page before the trial ends: nothing is charged then');
    expect(text).toContain('Messages a month: 10,000 now, 2,500 on Pro');
    expect(text).not.toMatch(/on Free|Nothing is taken away/);
  });
});

test('a warning says what is used, of how much, and when it begins anew', () => {
  const monthly = usageWarningMail(TO, { ...nearly, kind: 'messages', used: 40, limit: 50 });
  expect(monthly.subject).toBe('Tenfold: you have used 40 of 50 messages this month');
  expect(monthly.text).toContain('10 are left.');
  expect(monthly.text).toContain('begins anew on 1 December 2026 at 00:00 UTC');
  const held = usageWarningMail(TO, { ...nearly, kind: 'automations', used: 1, limit: 1 });
  expect(held.text).toContain('On your Free plan you are using 1 of 1 active automations. None is left.');
  expect(held.text).not.toContain('begins anew');
});

describe('the contact form', () => {
  test('has an answer go to whoever wrote', () => {
    const mail = contactMail('sales@tenfold.example', written);
    expect(mail).toMatchObject({
      subject: 'Contact form: Done-for-you set-up in 72 hours, from Maya & co',
      replyTo: { name: 'Maya & co', address: TO },
    });
    expect(mail.text).toContain('> Hello,\n> <script>');
  });

  test('sends nothing of what was written to strangers by its receipts', () => {
    const { text, html } = contactReceiptMail(written);
    for (const words of [text, html]) {
      expect(words).not.toContain('Hello');
      expect(words).not.toContain(written.name);
    }
    expect(text).toContain('A person answers by mail within one working day.');
  });
});
