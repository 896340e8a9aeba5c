import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { sendEmails } from '#tests/support/jobs.ts';
import { refusal } from '#tests/support/refusal.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';

const HOUR_MS = 3_600_000;
const OPERATOR = 'support@tenfold.example';
const PASSWORD = 'forty warm bowls';
const ENVIRONMENT = { TRUSTED_PROXIES: '127.0.0.1', ACCOUNT_EMAIL_DAILY_CAP: '10' };
let app: TestApp;
beforeEach(async () => {
  app = await createTestApp({ environment: ENVIRONMENT });
});

const WAYS = {
  'sign-up': ({ api }, email) => api.auth.signUp.mutate({ email, password: PASSWORD }),
  confirmation: ({ api }, email) => api.auth.resendConfirmation.mutate({ email }),
  reset: ({ api }, email) => api.auth.requestPasswordReset.mutate({ email }),
} satisfies Record<string, (browser: ReturnType<TestApp['browser']>, email: string) => Promise<unknown>>;
type Way = keyof typeof WAYS;

const ask = (way: Way, email: string, { address = '203.0.113.7', to = app } = {}) =>
  refusal(WAYS[way](to.browser({ address }), email));
const count = (results: string[]) => results.filter((result) => result === 'accepted').length;
let networks = 0;
const anotherNetwork = () => `198.51.${(networks += 1) % 250}.7`;
const toOperator = () => app.emails.filter(({ to }) => to === OPERATOR);

describe('emails to one mailbox', () => {
  test('to sign up and confirm, together, are five an hour, however the address is spelled', async () => {
    app = await createTestApp();
    const results = [
      await ask('sign-up', 'maya@gmail.com'),
      await ask('confirmation', 'Maya@gmail.com'),
      await ask('sign-up', 'm.a.y.a@gmail.com'),
      await ask('sign-up', 'maya+shop@googlemail.com'),
      await ask('confirmation', 'maya+1@gmail.com'),
      await ask('confirmation', 'maya@gmail.com'),
      await ask('sign-up', 'maya+2@gmail.com'),
    ];
    expect(results).toEqual([...Array<string>(5).fill('accepted'), 'TOO_MANY_ATTEMPTS', 'TOO_MANY_ATTEMPTS']);
    expect(app.emails).toHaveLength(5);
    expect(await ask('sign-up', 'tomas@gmail.com')).toBe('accepted');
    app.clock.advance(HOUR_MS);
    expect(await ask('sign-up', 'maya@gmail.com')).toBe('accepted');
  });

  test('to reset a password are five an hour of their own: a stranger’s sign-ups don’t delay them', async () => {
    app = await createTestApp();
    for (let sent = 0; sent < 6; sent += 1)
      await ask('sign-up', `maya+${sent}@gmail.com`, { address: anotherNetwork() });
    const results: string[] = [];
    for (let sent = 0; sent < 6; sent += 1) results.push(await ask('reset', 'maya@gmail.com'));
    expect(results).toEqual([...Array<string>(5).fill('accepted'), 'TOO_MANY_ATTEMPTS']);
    expect(app.emails).toHaveLength(10);
  });

  test('are five an hour at any server that takes a tag, even if twenty arrive together in two processes', async () => {
    const two = await createTestApp({ keepData: true });
    const results = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        ask('reset', `maya+${index}@fernandkiln.example`, { to: index % 2 === 0 ? app : two }),
      ),
    );
    expect(count(results)).toBe(5);
    expect(app.emails.length + two.emails.length).toBe(5);
  });
});

describe('the daily cap of the whole installation', () => {
  const fill = async (times: number) => {
    const results: string[] = [];
    for (let sent = 0; sent < times; sent += 1)
      results.push(await ask('reset', `p${sent}@example.com`, { address: anotherNetwork() }));
    await sendEmails(app);
    return count(results);
  };

  test('holds for many networks and processes at the same time, writes nothing beyond it, and ends at midnight UTC', async () => {
    const two = await createTestApp({ keepData: true, environment: ENVIRONMENT });
    const results = await Promise.all(
      Array.from({ length: 16 }, (_, index) =>
        ask('sign-up', `p${index}@example.com`, { address: anotherNetwork(), to: index % 2 === 0 ? app : two }),
      ),
    );
    expect(count(results)).toBe(10);
    expect(await app.db.selectFrom('users').select('id').execute()).toHaveLength(10);
    app.clock.set('2026-11-16T23:59:59Z');
    expect(await fill(1)).toBe(0);
    app.clock.set('2026-11-17T00:00:00Z');
    expect(await fill(11)).toBe(10);
  });

  test('keeps half of it for networks that have had little', async () => {
    const busy: string[] = [];
    for (let sent = 0; sent < 9; sent += 1) busy.push(await ask('reset', `busy${sent}@example.com`));
    expect(count(busy)).toBe(5);
    expect(await fill(6)).toBe(5);
  });

  test('is announced to the operator once a day, at 80%, before anyone is refused', async () => {
    expect(await fill(7)).toBe(7);
    expect(toOperator()).toEqual([]);
    expect(await fill(1)).toBe(1);
    expect(toOperator()).toMatchObject([
      { subject: 'Today’s Tenfold cap is almost reached: sign-up and password reset emails' },
    ]);
    expect(toOperator()[0]?.text).toContain('8 of 10 sign-up and password reset emails sent today');
    expect(await fill(5)).toBe(2);
    expect(toOperator()).toHaveLength(1);
    app.clock.advance(24 * HOUR_MS);
    await fill(10);
    expect(toOperator()).toHaveLength(2);
  });

  test('is announced even if the database fails between counting and scheduling the email', async () => {
    const noWarning = sql`alter table scheduled_jobs add constraint no_warning check (queue <> 'operator-email')`;
    await noWarning.execute(app.db);
    try {
      expect(await fill(8)).toBe(7);
    } finally {
      await sql`alter table scheduled_jobs drop constraint no_warning`.execute(app.db);
    }
    expect(toOperator()).toEqual([]);
    expect(await fill(1)).toBe(1);
    expect(toOperator()[0]?.text).toContain('8 of 10 sign-up and password reset emails sent today');
  });

  test('lets the request through when the operator’s mailbox is broken', async () => {
    app.refusedMailboxes.add(OPERATOR);
    expect(await fill(10)).toBe(10);
  });
});
