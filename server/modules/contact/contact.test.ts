import { beforeEach, describe, expect, test } from 'vitest';
import { CONTACT_TOPICS } from '#contract/site/contact-topics.ts';
import { refusal } from '#tests/support/refusal.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 1_440 * MINUTE_MS;
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
const sent = () => app.mails.map(({ to, subject }) => `${to}: ${subject}`).toSorted();
const RECEIPT = `${MAYA.email}: We have your message to Tenfold`;
const TO_SALES = 'sales@tenfold.example: Contact form: Plans and prices, from Maya Lindqvist';

describe('a message', () => {
  test('is kept, mailed to us with the sender to answer to, and receipted, once', async () => {
    expect(await write()).toEqual({ ok: true });
    await app.container.sendNotices();
    await app.container.sendNotices();
    expect(sent()).toEqual([RECEIPT, TO_SALES]);
    expect(app.mails.find(({ to }) => to === 'sales@tenfold.example')).toMatchObject({
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
    await app.container.sendNotices();
    const label = CONTACT_TOPICS.find(({ id }) => id === topic)?.label;
    expect(sent()).toContain(`${inbox}tenfold.example: Contact form: ${label}`);
  });

  test('that comes twice on one day is one; another is another', async () => {
    await Promise.all([write(), write()]);
    await write({ message: 'And is there one for three shops?' });
    expect(await rows()).toHaveLength(2);
  });

  test('keeps its lines and loses what would reach a header', async () => {
    await write({ name: 'Maya\r\nBcc: all@example.com', message: ' Hello,\r\nit is me.\u0007\tMaya ' });
    expect(await rows()).toMatchObject([{ name: 'Maya Bcc: all@example.com', message: 'Hello,\nit is me.\tMaya' }]);
    await app.container.sendNotices();
    for (const { subject } of app.mails) expect(subject).not.toMatch(/[\r\n]/);
  });

  test('of a program that fills in the hidden field is taken and thrown away', async () => {
    expect(await write({ leave_empty: 'https://example.com' })).toEqual({ ok: true });
    expect(await rows()).toEqual([]);
  });

  test('is stopped after five an hour from one mailbox, and twenty from one network', async () => {
    for (let index = 0; index < 5; index += 1) await write({ message: `Question number ${index}` });
    expect(await refusal(write())).toBe('TOO_MANY_ATTEMPTS');
    for (let index = 0; index < 14; index += 1) await write({ email: `person-${index}@example.com` });
    expect(await refusal(write({ email: 'one-more@example.com' }))).toBe('TOO_MANY_ATTEMPTS');
  });
});

test('a crowd of networks cannot make us write to more than 120 strangers an hour', async () => {
  const { contact } = app.container.services;
  const message = { name: '', topic: 'question' as const, message: 'Is there one for three shops?', leave_empty: '' };
  const from = (index: number) => ({ address: `198.51.${index}.7`, userAgent: 'vitest' });
  for (let index = 0; index < 120; index += 1)
    await contact.send({ ...message, email: `person-${index}@example.com` }, from(index));
  await expect(contact.send({ ...message, email: MAYA.email }, from(120))).rejects.toMatchObject({
    code: 'TOO_MANY_ATTEMPTS',
  });
});

describe('what will not do', () => {
  test.each([
    ['an empty address', { email: '' }],
    ['a header in the address', { email: 'maya@kiln.example\r\nBcc: a@b.example' }],
    ['a short message', { message: '  Hello.  ' }],
    ['a long message', { message: 'a'.repeat(5_001) }],
    ['a topic that there is not', { topic: 'gossip' }],
  ])('%s is refused and not kept', async (_, wrong) => {
    expect(await refusal(write(wrong))).toBe('INVALID_INPUT');
    expect(await rows()).toEqual([]);
  });

  test('5,000 characters are not too many', async () => {
    await write({ message: 'å'.repeat(5_000) });
    expect(await rows()).toHaveLength(1);
  });
});

describe('the mail server', () => {
  test('that takes one of the two mails gets only the other again', async () => {
    app.refusedMailboxes.add('sales@tenfold.example');
    await write();
    await app.container.sendNotices();
    expect(sent()).toEqual([RECEIPT]);
    app.refusedMailboxes.clear();
    app.clock.advance(6 * MINUTE_MS);
    await app.container.sendNotices();
    expect(sent()).toEqual([RECEIPT, TO_SALES]);
  });

  test.each([
    ['a receipt is tried for a day', MAYA.email, [TO_SALES]],
    ['the message to us for a week', 'sales@tenfold.example', [RECEIPT, TO_SALES]],
  ])('is back: %s', async (_, refused, received) => {
    app.refusedMailboxes.add(refused);
    await write();
    await app.container.sendNotices();
    app.refusedMailboxes.clear();
    app.clock.advance(2 * DAY_MS);
    await app.container.sendNotices();
    expect(sent()).toEqual(received);
  });

  test('gets each mail from one of two processes', async () => {
    const other = await createTestApp({ keepData: true });
    for (let index = 0; index < 15; index += 1) await write({ email: `person-${index}@example.com` });
    await Promise.all([app, other, app, other].map((place) => place.container.sendNotices()));
    expect(app.mails.length + other.mails.length).toBe(30);
  });
});

test('a message is forgotten after a year', async () => {
  await write();
  app.clock.advance(364 * DAY_MS);
  await app.container.purge();
  expect(await rows()).toHaveLength(1);
  app.clock.advance(2 * DAY_MS);
  await app.container.purge();
  expect(await rows()).toEqual([]);
});
