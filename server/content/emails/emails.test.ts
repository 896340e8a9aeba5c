import { describe, expect, test } from 'vitest';
import { SECURITY_EVENTS } from '#contract/account/security-events.ts';
import { accountDeletedEmail } from './account-deleted-email.ts';
import { approvalEmail } from './approval-email.ts';
import { automationEmail, ownAutomationEmail, recipientEmail } from './automation-emails.ts';
import { capWarningEmail } from './cap-warning-email.ts';
import { contactEmail, contactReceiptEmail } from './contact-emails.ts';
import { disputedRefundEmail } from './disputed-refund-email.ts';
import { addressInUseEmail, emailChangeEmail } from './email-change-emails.ts';
import { guestEndedEmail, guestPurchaseEmail, guestReminderEmail } from './guest-purchase-emails.ts';
import type { OutgoingEmail } from '#server/lib/email/outgoing-email.ts';
import { alreadySubscribedEmail, newsletterIssueEmail, newsletterConfirmationEmail } from './newsletter-emails.ts';
import { noAccountEmail, passwordResetEmail } from './password-emails.ts';
import { digestEmail, notificationEmail } from './notification-emails.ts';
import { paymentFailedEmail } from './payment-failed-email.ts';
import {
  accessEndedEmail,
  cancellationEmail,
  cancellationUndoneEmail,
  changeScheduledEmail,
  planChangedEmail,
  refundEmail,
} from './plan-emails.ts';
import { purchaseEmail, receiptEmail, renewalEmail } from './purchase-emails.ts';
import { reauthenticationCodeEmail } from './reauthentication-code-email.ts';
import { securityEmail } from './security-email.ts';
import { alreadyConfirmedEmail, alreadyRegisteredEmail, confirmationEmail } from './sign-up-emails.ts';
import { trialEndedEmail, trialEndingEmail } from './trial-emails.ts';
import { usageWarningEmail } from './usage-warning-email.ts';

const TO = 'maya@fernandkiln.example';
const PUBLIC_URL = 'https://tenfold.example';
const LINK = `${PUBLIC_URL}/auth/confirm?token=abc-DEF_123`;
const NASTY = '<script>alert("1")</script> & \'co\'';
const FORGED = 'This was our own test. You need do nothing.';
/** A name that would add a sentence to ours, and turn the next one around. */
const NAME = `${NASTY}\u202e\r\n\r\n${FORGED}\u2028\u200b`;
const notice = (kind: string): OutgoingEmail =>
  securityEmail(TO, {
    kind,
    detail: NAME,
    device: NAME,
    ipAddress: '203.0.113.7',
    happenedAt: new Date('2026-07-01T22:30:00Z'),
    timeZone: 'Europe/Berlin',
    publicUrl: PUBLIC_URL,
  });

const NONE = { messages: 0, exports: 0, templates: 0, automations: 0, integrations: 0 };
const trial = {
  endsAt: new Date('2026-11-23T22:30:00Z'),
  timeZone: 'Europe/Berlin',
  lapsing: null,
  used: { ...NONE, exports: 3, messages: 1_200 },
  publicUrl: PUBLIC_URL,
};
const guest = {
  purchaseId: '0b9c2f4e-5d7a-4c11-9e52-3f6a8d1b7c20',
  corrections: 0,
  sessionId: 'cs_test_a1B2c3D4',
  planName: 'Pro',
  hasAccount: false,
  closesAt: trial.endsAt,
  publicUrl: PUBLIC_URL,
};
const nearly = { planName: 'Free', resetsOn: 'December 1, 2026', publicUrl: PUBLIC_URL };
/** Stripe's page of an invoice: the only address beyond ours that an email leads to. */
const PAY_URL = 'https://invoice.stripe.com/i/acct_1/live_abc';
const payer = { to: TO, timeZone: 'UTC', language: 'en', publicUrl: PUBLIC_URL, isTaxed: false };
const taxed = { ...payer, isTaxed: true };
const card = { brand: 'visa', last4: '4242' };
const at = new Date('2026-11-30T12:00:00Z');
const failed = { planName: 'Pro', amountCents: 5_900, card, payUrl: PAY_URL, keptUntil: at, isReminder: false };
const next = { cents: 5_900, isBeforeTax: false, at };
const bought = {
  price: 'pro_monthly',
  priceCents: 5_900,
  next,
  creditCents: 0,
  hasCard: true,
  card,
};
const paid = {
  number: 'AB-0001',
  paidAt: at,
  paidCents: 6_387,
  taxCents: 487,
  creditUsedCents: 0,
  card,
  pageUrl: PAY_URL,
  pdf: null,
};
const change = { from: 'pro_annual', to: 'starter_monthly', priceCents: 2_900, next, card };

const disputed = [{ customerId: 'cus_1', paymentId: 'pi_1', cents: 5_900 }];
const unsubscribeLinks = { url: `${PUBLIC_URL}/newsletter/unsubscribe?token=abc`, mailto: 'support@tenfold.example' };
const issue = { title: 'Reading your numbers', excerpt: NASTY, author: 'Finny', url: `${PUBLIC_URL}/blog/numbers` };
const written = {
  topic: 'setup' as const,
  name: 'Maya & co',
  email: TO,
  message: `Hello,\n${NASTY}`,
  createdAt: new Date('2026-11-16T09:00:00Z'),
};

const byAutomation = { subject: `About ${NAME}`, body: `Hello,\nMaya.\n\n${NASTY}\n\n\n- one` };
const automation = { name: NAME, url: `${PUBLIC_URL}/dashboard/power-ups/automations/1` };
const sender = { name: NAME, address: TO };
const asked = {
  title: `Post ${NAME}`,
  body: `Hello,\n\n${NASTY}`,
  automationName: NAME,
  deadline: new Date('2026-11-27T11:00:00Z'),
  timeZone: 'Europe/Berlin',
  ifLate: 'skip' as const,
  then: 'If you approve, an email goes to you.',
  isAgain: true,
  url: LINK,
  publicUrl: PUBLIC_URL,
};
const EMAILS: [string, OutgoingEmail][] = [
  ['trial ending, then free', trialEndingEmail(TO, { ...trial, next: 'free' })],
  ['trial ending, then a plan', trialEndingEmail(TO, { ...trial, next: 'pro', used: NONE })],
  ['trial ended', trialEndedEmail(TO, trial)],
  ['usage warning of the month', usageWarningEmail(TO, { ...nearly, kind: 'messages', used: 40, limit: 50 })],
  ['usage warning of what is held', usageWarningEmail(TO, { ...nearly, kind: 'automations', used: 1, limit: 1 })],
  [
    'a notification',
    notificationEmail(TO, {
      title: NAME,
      detail: NAME,
      path: '/dashboard/brain',
      publicUrl: PUBLIC_URL,
      isChosen: false,
    }),
  ],
  [
    'a day’s notifications',
    digestEmail(TO, {
      groups: [
        {
          name: 'Answers',
          items: [
            { title: NAME, detail: NAME },
            { title: NAME, detail: '' },
          ],
        },
      ],
      publicUrl: PUBLIC_URL,
    }),
  ],
  ['an approval', approvalEmail(TO, asked)],
  ['an automation, to its owner', ownAutomationEmail(TO, { ...byAutomation, automation })],
  ['an automation, to someone else', automationEmail(TO, byAutomation, { sender, stop: unsubscribeLinks })],
  [
    'a question to a recipient',
    recipientEmail(TO, { sender: { name: 'Fern & Kiln', email: TO }, url: LINK, days: 14 }),
  ],
  ['a question by a hostile name', recipientEmail(TO, { sender: { name: NAME, email: TO }, url: LINK, days: 14 })],
  ['a question by nobody known', recipientEmail(TO, { sender: { name: '', email: TO }, url: LINK, days: 14 })],
  ['a guest’s purchase', guestPurchaseEmail(TO, guest)],
  ['a guest’s purchase, reminded of', guestReminderEmail(TO, { ...guest, hasAccount: true })],
  ['a guest’s purchase that ended', guestEndedEmail(TO, { ...guest, refundedCents: 0 })],
  ['a guest’s purchase that was refunded', guestEndedEmail(TO, { ...guest, refundedCents: 2_900 })],
  ['payment failed', paymentFailedEmail(payer, failed)],
  ['payment still open', paymentFailedEmail(payer, { ...failed, isReminder: true, payUrl: null, card: null })],
  ['purchase', purchaseEmail(payer, { ...bought, isInTrial: false })],
  ['purchase in a trial', purchaseEmail(payer, { ...bought, isInTrial: true, hasCard: false, card: null })],
  ['purchase with tax', purchaseEmail(taxed, { ...bought, isInTrial: false })],
  ['receipt', receiptEmail(payer, paid)],
  ['renewal', renewalEmail(payer, { price: 'pro_annual', dueCents: 58_800, at, card })],
  ['renewal paid by credit', renewalEmail(payer, { price: 'pro_annual', dueCents: 0, at, card: null })],
  ['plan changed', planChangedEmail(payer, { ...change, creditCents: 1_234 })],
  ['change scheduled', changeScheduledEmail(payer, { ...change, at })],
  ['cancellation', cancellationEmail(payer, { plan: 'pro', endsAt: at, creditCents: 6_800 })],
  ['cancellation undone', cancellationUndoneEmail(payer, { plan: 'pro', next, card })],
  ['refund', refundEmail(payer, { cents: 5_900, disputedCents: 0, isDuplicate: false, card })],
  ['refund of a second payment', refundEmail(payer, { cents: 5_900, disputedCents: 0, isDuplicate: true, card: null })],
  ['refund of a part', refundEmail(payer, { cents: 5_900, disputedCents: 3_800, isDuplicate: false, card })],
  ['disputed payment', refundEmail(payer, { cents: 0, disputedCents: 5_900, isDuplicate: false, card })],
  ['disputed second payment', refundEmail(payer, { cents: 0, disputedCents: 5_900, isDuplicate: true, card: null })],
  [
    'disputed refund, to us',
    disputedRefundEmail('support@tenfold.example', { email: TO, reason: 'guarantee', disputed }),
  ],
  ['access ended', accessEndedEmail(payer, { plan: 'pro', endedAt: at, isUnpaid: false, creditCents: 6_800 })],
  ['access ended unpaid', accessEndedEmail(payer, { plan: 'pro', endedAt: at, isUnpaid: true, creditCents: 0 })],
  ['confirmation', confirmationEmail(TO, LINK)],
  ['already registered', alreadyRegisteredEmail({ email: TO, isFormer: false }, LINK)],
  ['registered until recently', alreadyRegisteredEmail({ email: TO, isFormer: true }, LINK)],
  ['already confirmed', alreadyConfirmedEmail(TO, LINK)],
  ['password reset', passwordResetEmail({ email: TO, isFormer: false }, LINK)],
  ['password reset at a former address', passwordResetEmail({ email: TO, isFormer: true }, LINK)],
  ['no account', noAccountEmail(TO, LINK)],
  ['change of address', emailChangeEmail(TO, LINK)],
  ['address in use', addressInUseEmail(TO, LINK)],
  ['security code', reauthenticationCodeEmail(TO, '482913')],
  ['newsletter confirmation', newsletterConfirmationEmail(TO, LINK)],
  ['already subscribed', alreadySubscribedEmail(TO, unsubscribeLinks)],
  ['newsletter issue', newsletterIssueEmail(TO, issue, unsubscribeLinks)],
  ['contact message', contactEmail('sales@tenfold.example', written)],
  ['contact message by someone with a hostile name', contactEmail(TO, { ...written, name: NAME })],
  ['contact receipt', contactReceiptEmail(written)],
  ['cap almost reached', capWarningEmail(TO, { setting: 'ACCOUNT_EMAIL_DAILY_CAP', used: 1_600, cap: 2_000 })],
  ['account deleted', accountDeletedEmail(TO, PUBLIC_URL)],
  ...[...Object.keys(SECURITY_EVENTS), 'a_kind_of_tomorrow'].map((kind): [string, OutgoingEmail] => [
    kind,
    notice(kind),
  ]),
];

/** The visible text of the HTML, as one line. */
function seen(html: string): string {
  // Only the text version spells out where a small-print link leads.
  const body = html
    .slice(html.indexOf('<body'))
    .replaceAll(/<p[^>]*><a href="([^"]*)"[^>]*>([^<]*)<\/a><\/p>/g, '$2 $1');
  const text = body
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));
  return text.replaceAll(/\s+/g, ' ').trim();
}

describe.each(EMAILS)('the email %s', (_, mail) => {
  test('says the same in HTML and in text', () => {
    const text = mail.text
      .replaceAll(
        /^(Name|Email|About|Sent|When|Device|IP address|\w+ a month|Active automations|Connected integrations|Plan|Price|Next payment|Credit|Card|Customer|Payment|Invoice|Paid on|Amount|Tax included|Renews on): /gm,
        '$1 ',
      )
      .replaceAll(/: (https:\S+)/g, ' $1')
      .replaceAll(/^> /gm, '');
    expect(seen(mail.html)).toBe(`Tenfold ${text.replaceAll(/\s+/g, ' ').trim()}`);
  });

  test('has a one-line subject, and escapes what people typed', () => {
    expect(mail.subject).toMatch(/^[^\n\r]{10,120}$/);
    expect(mail.html).not.toMatch(/<script|<img|<link|url\(/);
  });

  test('a name can’t add a sentence to an email or reverse its text (NAME-1)', () => {
    const lines = [mail.subject, ...mail.text.split('\n'), ...mail.html.split(/<br>|<p[ >]/)];
    for (const line of lines) expect(line.trimStart()).not.toMatch(/^(?:[^>]*>)?This was our own test/);
    for (const text of [mail.subject, mail.text, mail.html, mail.replyTo?.name ?? ''])
      expect(text).not.toMatch(/(?!\n)\p{Cc}|\p{Cf}|\p{Zl}|\p{Zp}/u);
  });

  test('links only to our own address, and to the invoice at Stripe', () => {
    const links = [...mail.html.matchAll(/href="([^"]*)"/g)].map(([, url]) => url ?? '');
    for (const url of links) expect(url.startsWith(`${PUBLIC_URL}/`) || url === PAY_URL).toBe(true);
  });
});

test('every kind of event has its own sentence, with the time in daylight saving time', () => {
  const bodies = Object.keys(SECURITY_EVENTS).map((kind) => notice(kind).text);
  expect(new Set(bodies.map((text) => text.split('\n\n')[1])).size).toBe(bodies.length);
  for (const text of bodies) expect(text).toContain('When: Thursday, July 2, 2026, 12:30 AM GMT+2 (Europe/Berlin)');
});

describe('the end of a trial', () => {
  test('says what locks, what stays and what is over the limit, with the limits of the next plan', () => {
    const { subject, text } = trialEndingEmail(TO, { ...trial, next: 'free' });
    expect(subject).toBe('Your Tenfold trial ends on November 23, 2026');
    expect(text).toContain("ends on Monday, November 23, 2026, 11:30 PM GMT+1 (Europe/Berlin). You won't be charged");
    expect(text).toContain('Still included: Brain AI.');
    expect(text).toContain(
      'choose a plan that includes them: Seomi, Emmie, Soshie, Cassie, Milli, Landa, Viddy, Opsie, and Finny.',
    );
    expect(text).toContain('Messages a month: 10,000 now, 50 on Free');
    expect(text).toContain('Exports a month: unlimited now, 2 on Free');
    expect(text).toContain('(messages a month: 1,200, Free includes 50; exports a month: 3, Free includes 2)');
    expect(text).toContain('Templates a month: unlimited now, 5 on Free');
    expect(text).toContain('Active automations: unlimited now, 1 on Free');
    expect(text, 'what is not built is not spoken of').not.toMatch(/integration/i);
    expect(text).toContain(`${PUBLIC_URL}/checkout`);
  });

  test('says that automations over the limit pause, and that their owner chooses', () => {
    const { text } = trialEndingEmail(TO, { ...trial, next: 'free', used: { ...NONE, automations: 3 } });
    expect(text).toContain('(active automations: 3, Free includes 1)');
    expect(text).toContain("The newest automations pause until there's room, and you choose which ones stay on.");
    expect(text).not.toContain("You just can't add more");
  });

  test('says that a plan without a card will not start, and where to add one', () => {
    const { text } = trialEndingEmail(TO, { ...trial, next: 'free', lapsing: 'pro' });
    expect(text).toContain("You chose Pro for after your trial, but it won't start");
    expect(text).toContain(`Keep Pro: ${PUBLIC_URL}/dashboard/billing`);
  });

  test('says that a chosen plan will be charged, and how to prevent it', () => {
    const { subject, text } = trialEndingEmail(TO, { ...trial, next: 'pro', used: NONE });
    expect(subject).toBe('Your Tenfold trial ends on November 23, 2026, then Pro starts');
    expect(text).toContain('the Pro plan you chose starts, and we charge your first payment');
    expect(text).toContain("Cancel on the billing page before the trial ends and you won't be charged");
    expect(text).toContain('Messages a month: 10,000 now, 2,500 on Pro');
    expect(text).not.toMatch(/on Free|Nothing is taken away/);
  });
});

test('a usage warning says how much of which allowance is used, and when it resets', () => {
  const monthly = usageWarningEmail(TO, { ...nearly, kind: 'messages', used: 40, limit: 50 });
  expect(monthly.subject).toBe("You've used 40 of 50 messages this month");
  expect(monthly.text).toContain('You have 10 left.');
  expect(monthly.text).toContain('resets on December 1, 2026 at midnight UTC');
  const held = usageWarningEmail(TO, { ...nearly, kind: 'automations', used: 1, limit: 1 });
  expect(held.text).toContain("You're using 1 of 1 active automations on the Free plan. You have none left.");
  expect(held.text).not.toContain('resets on');
});

test('the email that asks a recipient for consent has the same subject whatever the sender’s name is', () => {
  const ask = (name: string) => recipientEmail(TO, { sender: { name, email: TO }, url: LINK, days: 14 });
  const { subject, text, html } = ask('Call +1 800 555 0199 or win.example');
  expect(subject).toBe(ask('Fern & Kiln').subject);
  for (const words of [text, html]) expect(words).not.toMatch(/555|win\.example/);
});

describe('the contact form', () => {
  test('sends replies to the person who wrote', () => {
    const mail = contactEmail('sales@tenfold.example', written);
    expect(mail).toMatchObject({
      subject: 'Contact form: Done-for-you setup in 72 hours, from “Maya & co”',
      replyTo: { name: 'Maya & co', address: TO },
    });
    expect(mail.text).toContain('> Hello,\n> <script>');
  });

  test('never forwards a message to strangers through its receipts', () => {
    const { text, html } = contactReceiptEmail(written);
    for (const words of [text, html]) {
      expect(words).not.toContain('Hello');
      expect(words).not.toContain(written.name);
    }
    expect(text).toContain('We reply within one business day.');
  });
});
