import { beforeEach, describe, expect, test, vi } from 'vitest';
import { endPauses, purge, sendEmails } from '#tests/support/jobs.ts';
import { refusal } from '#tests/support/refusal.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 1_440 * MINUTE_MS;
const MAYA = 'maya@fernandkiln.example';
const CLIENT = { address: '203.0.113.7', userAgent: 'vitest' };
let app: TestApp;
beforeEach(async () => {
  app = await createTestApp();
});

const subscribe = (email: string) => app.browser().api.newsletter.subscribe.mutate({ email });
const rows = () => app.db.selectFrom('newsletter_subscribers').selectAll().execute();
const tokenIn = (text: string | undefined) => /token=([\w-]+)/.exec(text ?? '')?.[1] ?? '';
const lastToken = (path: string) => tokenIn(app.emails.findLast(({ text }) => text.includes(`${path}?token=`))?.text);
const confirm = (token: string) => app.container.services.newsletter.confirm(token, CLIENT);
const isConfirmed = async () => (await rows()).map((row) => row.confirmed_at !== null);

async function aSubscriber(email = MAYA) {
  await subscribe(email);
  await sendEmails(app);
  await confirm(lastToken('/newsletter/confirm'));
  app.emails.length = 0;
}

describe('double opt-in', () => {
  test('a submitted address gets one email, and isn’t subscribed until its link is clicked', async () => {
    expect(await subscribe(MAYA)).toEqual({ ok: true });
    await sendEmails(app);
    await sendEmails(app);
    expect(app.emails.map(({ to, subject }) => [to, subject])).toEqual([
      [MAYA, 'Confirm your Tenfold newsletter subscription'],
    ]);
    expect(await isConfirmed()).toEqual([false]);
    await confirm(lastToken('/newsletter/confirm'));
    expect(await isConfirmed()).toEqual([true]);
  });

  test('the table stores a hash of the link, and no link in an issue confirms', async () => {
    await subscribe(MAYA);
    await sendEmails(app);
    const token = lastToken('/newsletter/confirm');
    const [row] = await rows();
    expect(JSON.stringify(row)).not.toContain(token);
    await expect(confirm(row?.unsubscribe_token ?? '')).rejects.toMatchObject({ code: 'NEWSLETTER_LINK_INVALID' });
  });

  test('a link works once, however many clicks arrive together', async () => {
    await subscribe(MAYA);
    await sendEmails(app);
    const token = lastToken('/newsletter/confirm');
    const presses = await Promise.allSettled([confirm(token), confirm(token), confirm(token)]);
    expect(presses.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('a link works for seven days, not for nine', async () => {
    await subscribe(MAYA);
    await sendEmails(app);
    const token = lastToken('/newsletter/confirm');
    app.clock.advance(9 * DAY_MS);
    await expect(confirm(token)).rejects.toMatchObject({ code: 'NEWSLETTER_LINK_INVALID' });
    app.clock.advance(-2 * DAY_MS);
    await confirm(token);
    expect(await isConfirmed()).toEqual([true]);
  });

  test('asking again on the same day sends the same link; on another day a new one', async () => {
    await subscribe(MAYA);
    await sendEmails(app);
    const first = lastToken('/newsletter/confirm');
    await subscribe(MAYA.toUpperCase());
    await sendEmails(app);
    expect(app.emails.map(({ to }) => to)).toEqual([MAYA, MAYA]);
    expect(lastToken('/newsletter/confirm')).toBe(first);
    app.clock.advance(DAY_MS);
    await subscribe(MAYA);
    await sendEmails(app);
    expect(lastToken('/newsletter/confirm')).not.toBe(first);
    await expect(confirm(first)).rejects.toMatchObject({ code: 'NEWSLETTER_LINK_INVALID' });
  });

  test('one address gets at most three emails a day, and more the next day', async () => {
    const emailsOf = async (times: number) => {
      app.emails.length = 0;
      for (let index = 0; index < times; index += 1) {
        await subscribe(MAYA);
        await sendEmails(app);
      }
      return app.emails.length;
    };
    expect(await emailsOf(5)).toBe(3);
    app.clock.advance(2 * 60 * MINUTE_MS);
    expect(await emailsOf(3)).toBe(0);
    app.clock.advance(DAY_MS);
    expect(await emailsOf(1)).toBe(1);
  });

  test('many people typing one address at the same time create one row and one email', async () => {
    await Promise.all(Array.from({ length: 4 }, () => subscribe(MAYA)));
    await sendEmails(app);
    expect(await rows()).toHaveLength(1);
    expect(app.emails).toHaveLength(1);
  });

  test('one mailbox is one row, however its dots and tags are written', async () => {
    await subscribe('maya.kiln@gmail.com');
    await subscribe('mayakiln+shop@googlemail.com');
    await sendEmails(app);
    expect(app.emails.map(({ to }) => to)).toEqual(['maya.kiln@gmail.com']);
  });
});

describe('a person who types an address', () => {
  test('gets the same answer after as many statements, whether it is new, waiting or confirmed', async () => {
    await aSubscriber('confirmed@example.com');
    await subscribe('waiting@example.com');
    await sendEmails(app);
    const statements = vi.spyOn(app.db.getExecutor(), 'executeQuery');
    const ask = async (email: string) => {
      statements.mockClear();
      const answer = await subscribe(email);
      return { answer, statements: statements.mock.calls.map(([{ sql }]) => sql) };
    };
    const asked = await ask('new@example.com');
    expect(await ask('waiting@example.com')).toEqual(asked);
    expect(await ask('confirmed@example.com')).toEqual(asked);
    expect(asked.answer).toEqual({ ok: true });
    expect(asked.statements.length).toBeGreaterThan(2);
    statements.mockRestore();
  });

  test('that is already subscribed gets an email that says so, with a link to unsubscribe', async () => {
    await aSubscriber();
    await subscribe(MAYA);
    await sendEmails(app);
    expect(app.emails.map(({ subject }) => subject)).toEqual(["You're already subscribed to the Tenfold newsletter"]);
    await app.container.services.newsletter.unsubscribe(lastToken('/newsletter/unsubscribe'));
    expect(await rows()).toEqual([]);
  });

  test('is limited to five times an hour per mailbox, and thirty per network', async () => {
    for (let index = 0; index < 5; index += 1) await subscribe(MAYA);
    expect(await refusal(subscribe(MAYA))).toBe('TOO_MANY_ATTEMPTS');
    for (let index = 0; index < 24; index += 1) await subscribe(`person-${index}@example.com`);
    expect(await refusal(subscribe('one-more@example.com'))).toBe('TOO_MANY_ATTEMPTS');
  });

  test('is limited to three hundred times an hour across all networks, so that we flood no one', async () => {
    const { newsletter } = app.container.services;
    const from = (index: number) => ({ ...CLIENT, address: `198.51.${index % 250}.${Math.floor(index / 250)}` });
    for (let index = 0; index < 300; index += 1) await newsletter.subscribe(`person-${index}@example.com`, from(index));
    await expect(newsletter.subscribe('one-more@example.com', from(300))).rejects.toMatchObject({
      code: 'TOO_MANY_ATTEMPTS',
    });
    app.clock.advance(60 * MINUTE_MS);
    await newsletter.subscribe('one-more@example.com', from(300));
  });

  test.each([
    '',
    'maya',
    'maya@kiln',
    'a@b.example\r\nBcc: all@example.com',
    'a,maya@fernandkiln.example',
    'a'.repeat(250) + '@b.se',
  ])('learns that %j is not an email address', async (email) => {
    expect(await refusal(subscribe(email))).toBe('INVALID_INPUT');
    expect(await rows()).toEqual([]);
  });
});

describe('the mail server', () => {
  test('that is down delays the email', async () => {
    app.refusedMailboxes.add(MAYA);
    await subscribe(MAYA);
    await sendEmails(app);
    app.refusedMailboxes.clear();
    await sendEmails(app);
    expect(app.emails, 'not before the pause is over').toEqual([]);
    await endPauses(app.db);
    await sendEmails(app);
    expect(app.emails).toHaveLength(1);
  });

  test('gets each email once from two processes', async () => {
    const other = await createTestApp({ keepData: true });
    for (let index = 0; index < 25; index += 1)
      await app.container.services.newsletter.subscribe(`person-${index}@example.com`, {
        ...CLIENT,
        address: `198.51.100.${index}`,
      });
    await Promise.all([app, other, app, other].map((place) => sendEmails(place)));
    const emails = [...app.emails, ...other.emails];
    expect(emails).toHaveLength(25);
    expect(new Set(emails.map(({ to }) => to)).size).toBe(25);
    // The link is the same whichever process creates it.
    await confirm(tokenIn(emails.at(0)?.text));
  });
});

describe('an address is deleted', () => {
  test('thirty days after it was typed if never confirmed; a confirmed one stays', async () => {
    await aSubscriber();
    await subscribe('never@example.com');
    app.clock.advance(31 * DAY_MS);
    await purge(app);
    expect((await rows()).map(({ email }) => email)).toEqual([MAYA]);
  });
});
