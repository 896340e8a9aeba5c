import { beforeEach, describe, expect, test, vi } from 'vitest';
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
const lastToken = (path: string) => tokenIn(app.mails.findLast(({ text }) => text.includes(`${path}?token=`))?.text);
const confirm = (token: string) => app.container.services.newsletter.confirm(token, CLIENT);
const isConfirmed = async () => (await rows()).map((row) => row.confirmed_at !== null);

async function aSubscriber(email = MAYA) {
  await subscribe(email);
  await app.container.sendNotices();
  await confirm(lastToken('/newsletter/confirm'));
  app.mails.length = 0;
}

describe('double opt-in', () => {
  test('an address that was typed gets one mail, and nothing is on before its link is pressed', async () => {
    expect(await subscribe(MAYA)).toEqual({ ok: true });
    await app.container.sendNotices();
    await app.container.sendNotices();
    expect(app.mails.map(({ to, subject }) => [to, subject])).toEqual([
      [MAYA, 'Confirm that you want the Tenfold letter'],
    ]);
    expect(await isConfirmed()).toEqual([false]);
    await confirm(lastToken('/newsletter/confirm'));
    expect(await isConfirmed()).toEqual([true]);
  });

  test('the table holds the hash of the link, and no link of a letter confirms', async () => {
    await subscribe(MAYA);
    await app.container.sendNotices();
    const token = lastToken('/newsletter/confirm');
    const [row] = await rows();
    expect(JSON.stringify(row)).not.toContain(token);
    await expect(confirm(row?.unsubscribe_token ?? '')).rejects.toMatchObject({ code: 'NEWSLETTER_LINK_INVALID' });
  });

  test('a link works once, however many press it together', async () => {
    await subscribe(MAYA);
    await app.container.sendNotices();
    const token = lastToken('/newsletter/confirm');
    const presses = await Promise.allSettled([confirm(token), confirm(token), confirm(token)]);
    expect(presses.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('a link works for seven days and not for nine', async () => {
    await subscribe(MAYA);
    await app.container.sendNotices();
    const token = lastToken('/newsletter/confirm');
    app.clock.advance(9 * DAY_MS);
    await expect(confirm(token)).rejects.toMatchObject({ code: 'NEWSLETTER_LINK_INVALID' });
    app.clock.advance(-2 * DAY_MS);
    await confirm(token);
    expect(await isConfirmed()).toEqual([true]);
  });

  test('who asks again on the same day has one link in all the mails; on another day a new one', async () => {
    await subscribe(MAYA);
    await app.container.sendNotices();
    const first = lastToken('/newsletter/confirm');
    await subscribe(MAYA.toUpperCase());
    await app.container.sendNotices();
    expect(app.mails.map(({ to }) => to)).toEqual([MAYA, MAYA]);
    expect(lastToken('/newsletter/confirm')).toBe(first);
    app.clock.advance(DAY_MS);
    await subscribe(MAYA);
    await app.container.sendNotices();
    expect(lastToken('/newsletter/confirm')).not.toBe(first);
    await expect(confirm(first)).rejects.toMatchObject({ code: 'NEWSLETTER_LINK_INVALID' });
  });

  test('one address gets three mails a day at most, and again the next day', async () => {
    const mailsOf = async (times: number) => {
      app.mails.length = 0;
      for (let index = 0; index < times; index += 1) {
        await subscribe(MAYA);
        await app.container.sendNotices();
      }
      return app.mails.length;
    };
    expect(await mailsOf(5)).toBe(3);
    app.clock.advance(2 * 60 * MINUTE_MS);
    expect(await mailsOf(3)).toBe(0);
    app.clock.advance(DAY_MS);
    expect(await mailsOf(1)).toBe(1);
  });

  test('many at once who type one address make one row and one mail', async () => {
    await Promise.all(Array.from({ length: 4 }, () => subscribe(MAYA)));
    await app.container.sendNotices();
    expect(await rows()).toHaveLength(1);
    expect(app.mails).toHaveLength(1);
  });

  test('one mailbox is one row, whatever dots and tags it is written with', async () => {
    await subscribe('maya.kiln@gmail.com');
    await subscribe('mayakiln+shop@googlemail.com');
    await app.container.sendNotices();
    expect(app.mails.map(({ to }) => to)).toEqual(['maya.kiln@gmail.com']);
  });
});

describe('whoever types an address', () => {
  test('gets the same answer after as many statements, whether it is new, waiting or confirmed', async () => {
    await aSubscriber('confirmed@example.com');
    await subscribe('waiting@example.com');
    await app.container.sendNotices();
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

  test('of somebody who has the letter has them told by mail, with the way out', async () => {
    await aSubscriber();
    await subscribe(MAYA);
    await app.container.sendNotices();
    expect(app.mails.map(({ subject }) => subject)).toEqual(['You get the Tenfold letter already']);
    await app.container.services.newsletter.unsubscribe(lastToken('/newsletter/unsubscribe'));
    expect(await rows()).toEqual([]);
  });

  test('is stopped after five times an hour for one mailbox, and thirty from one network', async () => {
    for (let index = 0; index < 5; index += 1) await subscribe(MAYA);
    expect(await refusal(subscribe(MAYA))).toBe('TOO_MANY_ATTEMPTS');
    for (let index = 0; index < 24; index += 1) await subscribe(`person-${index}@example.com`);
    expect(await refusal(subscribe('one-more@example.com'))).toBe('TOO_MANY_ATTEMPTS');
  });

  test('is stopped after three hundred times an hour from however many networks, so that we are nobody’s flood', async () => {
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
  ])('is told that %j is no address', async (email) => {
    expect(await refusal(subscribe(email))).toBe('INVALID_INPUT');
    expect(await rows()).toEqual([]);
  });
});

describe('the mail server', () => {
  test('that is down delays the mail, and a day later it is not sent any more', async () => {
    app.refusedMailboxes.add(MAYA);
    await subscribe(MAYA);
    await app.container.sendNotices();
    app.refusedMailboxes.clear();
    await app.container.sendNotices();
    expect(app.mails, 'not before the pause is over').toEqual([]);
    app.clock.advance(6 * MINUTE_MS);
    await app.container.sendNotices();
    expect(app.mails).toHaveLength(1);
    await subscribe('late@example.com');
    app.clock.advance(DAY_MS + MINUTE_MS);
    await app.container.sendNotices();
    expect(app.mails).toHaveLength(1);
  });

  test('two processes send each mail once', async () => {
    const other = await createTestApp({ keepData: true });
    for (let index = 0; index < 25; index += 1)
      await app.container.services.newsletter.subscribe(`person-${index}@example.com`, {
        ...CLIENT,
        address: `198.51.100.${index}`,
      });
    await Promise.all([app, other, app, other].map((place) => place.container.sendNotices()));
    const mails = [...app.mails, ...other.mails];
    expect(mails).toHaveLength(25);
    expect(new Set(mails.map(({ to }) => to)).size).toBe(25);
    // The link is the same whichever process makes it.
    await confirm(tokenIn(mails.at(0)?.text));
  });
});

describe('an address is forgotten', () => {
  test('thirty days after it was typed and never confirmed; a confirmed one stays', async () => {
    await aSubscriber();
    await subscribe('never@example.com');
    app.clock.advance(31 * DAY_MS);
    await app.container.purge();
    expect((await rows()).map(({ email }) => email)).toEqual([MAYA]);
  });
});
