import { beforeEach, describe, expect, test } from 'vitest';
import { CONTACT_TOPICS } from '#contract/site/contact-topics.ts';
import { endPauses, purge, sendEmails } from '#tests/support/jobs.ts';
import { refusal } from '#tests/support/refusal.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';

const DAY_MS = 86_400_000;
const MAYA = {
  name: 'Maya Lindqvist',
  email: 'maya@fernandkiln.example',
  topic: 'sales',
  message: 'Do you have a price for two shops?',
} as const;
let app: TestApp;
beforeEach(async () => {
  app = await createTestApp();
});

const write = (message: Record<string, unknown> = {}) => app.browser().api.contact.send.mutate({ ...MAYA, ...message });
const rows = () => app.db.selectFrom('contact_messages').selectAll().execute();
const sent = () => app.emails.map(({ to, subject }) => `${to}: ${subject}`).toSorted();
const RECEIPT = `${MAYA.email}: We got your message to Tenfold`;
const TO_SALES = 'sales@tenfold.example: Contact form: Plans and prices, from “Maya Lindqvist”';

describe('a message', () => {
  test('is saved, emailed to us with the sender as reply-to, and acknowledged, once', async () => {
    expect(await write()).toEqual({ ok: true });
    await sendEmails(app);
    await sendEmails(app);
    expect(sent()).toEqual([RECEIPT, TO_SALES]);
    expect(app.emails.find(({ to }) => to === 'sales@tenfold.example')).toMatchObject({
      replyTo: { name: MAYA.name, address: MAYA.email },
    });
    expect(await rows()).toMatchObject([MAYA]);
  });

  test.each([
    ['question', 'hello@'],
    ['support', 'support@'],
    ['sales', 'sales@'],
    ['setup', 'sales@'],
    ['security', 'support@'],
    ['press', 'hello@'],
  ])('about %s goes to %s', async (topic, inbox) => {
    await write({ topic, name: '' });
    await sendEmails(app);
    const label = CONTACT_TOPICS.find(({ id }) => id === topic)?.label;
    expect(sent()).toContain(`${inbox}tenfold.example: Contact form: ${label}`);
  });

  test('sent twice on one day is one message; a different one is separate', async () => {
    await Promise.all([write(), write()]);
    await write({ message: 'And is there one for three shops?' });
    expect(await rows()).toHaveLength(2);
  });

  test('keeps its line breaks and loses anything that would reach a header', async () => {
    await write({ name: 'Maya\r\nBcc: all@example.com', message: ' Hello,\r\nit is me.\u0007\tMaya ' });
    expect(await rows()).toMatchObject([{ name: 'Maya Bcc: all@example.com', message: 'Hello,\nit is me.\tMaya' }]);
    await sendEmails(app);
    for (const { subject } of app.emails) expect(subject).not.toMatch(/[\r\n]/);
  });

  test('from a program that fills in the hidden field is accepted and discarded', async () => {
    expect(await write({ leave_empty: 'https://example.com' })).toEqual({ ok: true });
    expect(await rows()).toEqual([]);
  });

  test('is limited to five an hour per mailbox, and twenty per network', async () => {
    for (let index = 0; index < 5; index += 1) await write({ message: `Question number ${index}` });
    expect(await refusal(write())).toBe('TOO_MANY_ATTEMPTS');
    for (let index = 0; index < 14; index += 1) await write({ email: `person-${index}@example.com` });
    expect(await refusal(write({ email: 'one-more@example.com' }))).toBe('TOO_MANY_ATTEMPTS');
  });
});

test('any number of networks cannot make us email more than 120 strangers an hour', async () => {
  const { contact } = app.container.services;
  const message = { name: '', topic: 'question' as const, message: 'Is there one for three shops?', leave_empty: '' };
  const from = (index: number) => ({ address: `198.51.${index}.7`, userAgent: 'vitest' });
  for (let index = 0; index < 120; index += 1)
    await contact.send({ ...message, email: `person-${index}@example.com` }, from(index));
  await expect(contact.send({ ...message, email: MAYA.email }, from(120))).rejects.toMatchObject({
    code: 'TOO_MANY_ATTEMPTS',
  });
});

describe('validation of a message', () => {
  test.each([
    ['an empty address', { email: '' }],
    ['a header in the address', { email: 'maya@kiln.example\r\nBcc: a@b.example' }],
    ['a short message', { message: '  Hello.  ' }],
    ['a long message', { message: 'a'.repeat(5_001) }],
    ['a topic that there is not', { topic: 'gossip' }],
  ])('(%s) refuses it and stores nothing', async (_, wrong) => {
    expect(await refusal(write(wrong))).toBe('INVALID_INPUT');
    expect(await rows()).toEqual([]);
  });

  test('accepts 5,000 characters', async () => {
    await write({ message: 'å'.repeat(5_000) });
    expect(await rows()).toHaveLength(1);
  });
});

describe('the mail server', () => {
  test('that accepts one of the two emails is sent only the other again', async () => {
    app.refusedMailboxes.add('sales@tenfold.example');
    await write();
    await sendEmails(app);
    expect(sent()).toEqual([RECEIPT]);
    app.refusedMailboxes.clear();
    await endPauses(app.db);
    await sendEmails(app);
    expect(sent()).toEqual([RECEIPT, TO_SALES]);
  });

  test('gets each email from one of two processes', async () => {
    const other = await createTestApp({ keepData: true });
    for (let index = 0; index < 15; index += 1) await write({ email: `person-${index}@example.com` });
    await Promise.all([app, other, app, other].map((place) => sendEmails(place)));
    expect(app.emails.length + other.emails.length).toBe(30);
  });
});

test('a message is deleted after a year', async () => {
  await write();
  app.clock.advance(364 * DAY_MS);
  await purge(app);
  expect(await rows()).toHaveLength(1);
  app.clock.advance(2 * DAY_MS);
  await purge(app);
  expect(await rows()).toEqual([]);
});
