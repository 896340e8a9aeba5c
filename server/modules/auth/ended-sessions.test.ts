import { beforeEach, describe, expect, test } from 'vitest';
import { purge } from '#tests/support/jobs.ts';
import { aPerson } from '#tests/support/people.ts';
import { createTestApp, type Browser, type TestApp } from '#tests/support/test-app.ts';

const DAY_MS = 86_400_000;
const PASSWORD = 'forty warm bowls';
let app: TestApp;
let maya: Awaited<ReturnType<typeof aPerson>>;
let shared: Browser;
beforeEach(async () => {
  app = await createTestApp();
  maya = await aPerson(app);
  const cookie = await app.container.services.sessions.start(maya.userId, {
    client: { address: '198.51.100.9', userAgent: 'vitest' },
    methods: ['password'],
  });
  shared = app.browser({ cookie: cookie.split(';')[0] ?? '' });
});
const askAt = ({ api }: Browser) => api.auth.endedSession.query();

async function resetPassword(): Promise<void> {
  await app.browser().api.auth.requestPasswordReset.mutate({ email: maya.email });
  const token =
    /token=([\w-]+)/.exec(app.emails.findLast(({ text }) => text.includes('token='))?.text ?? '')?.[1] ?? '';
  await app.browser().api.auth.resetPassword.mutate({ token, password: PASSWORD });
}
async function endInList(): Promise<void> {
  const other = (await maya.api.account.sessions.query()).find(({ isCurrent }) => !isCurrent);
  await maya.api.account.endSession.mutate({ id: other?.id ?? '' });
}

describe('SESSION-6: a shared computer learns that its session was ended', () => {
  test.each<[string, () => Promise<unknown>]>([
    ['signs out everywhere', () => maya.api.account.signOutEverywhere.mutate()],
    ['signs out their other devices', () => maya.api.account.endOtherSessions.mutate()],
    ['ends it in the list of devices', endInList],
    ['sets a new password elsewhere', () => maya.api.account.setPassword.mutate({ password: PASSWORD })],
    ['resets the password', resetPassword],
    ['asked for deletion and the account is gone', () => app.db.deleteFrom('users').execute()],
  ])('a browser learns that its session was ended when the owner %s', async (_, ends) => {
    expect(await askAt(shared)).toBeNull();
    await ends();
    expect(await shared.api.auth.session.query()).toBeNull();
    expect(await askAt(shared)).toEqual({ userId: maya.userId });
  });

  test('a session that has just got a new secret isn’t reported as ended to a page that still sends the old one', async () => {
    const nora = await aPerson(app, { password: PASSWORD });
    const before = app.browser({ cookie: nora.cookie() });
    await nora.api.auth.reauthentication.password.mutate({ password: PASSWORD });
    expect(await before.api.auth.session.query()).toBeNull();
    expect(await askAt(before)).toBeNull();
  });

  test('a session that ended because its person signed in again isn’t reported as ended if the new cookie is lost', async () => {
    const nora = await aPerson(app, { password: PASSWORD });
    const before = app.browser({ cookie: nora.cookie() });
    await nora.api.auth.signIn.mutate({ email: nora.email, password: PASSWORD });
    expect(await before.api.auth.session.query()).toBeNull();
    expect(await askAt(before)).toBeNull();
    const olga = await aPerson(app, { password: PASSWORD });
    const hers = app.browser({ cookie: nora.cookie() });
    await nora.api.auth.signIn.mutate({ email: olga.email, password: PASSWORD });
    expect(await askAt(hers)).toEqual({ userId: nora.userId });
  });

  test('a session that got a new cookie in between isn’t reported as ended while that cookie lasts', async () => {
    const nora = await aPerson(app, { password: PASSWORD });
    app.clock.advance(6 * DAY_MS);
    await nora.api.auth.reauthentication.password.mutate({ password: PASSWORD });
    app.clock.advance(13 * DAY_MS);
    await purge(app);
    expect(await askAt(nora)).toBeNull();
  });

  test.each([14, 60])(
    'a session that ran out after %d days isn’t reported as ended, even after the cleanup',
    async (days) => {
      for (let day = 10; day < days; day += 10) {
        app.clock.advance(10 * DAY_MS);
        await shared.api.auth.session.query();
      }
      app.clock.advance((days > 14 ? 10 : 14) * DAY_MS + 1);
      await purge(app);
      expect(await shared.api.auth.session.query()).toBeNull();
      expect(await askAt(shared)).toBeNull();
    },
  );

  test('the row of a session that ran out is deleted a day after its cookie', async () => {
    const rows = async () => (await app.db.selectFrom('sessions').select('id').execute()).length;
    app.clock.advance(15 * DAY_MS - 1);
    await purge(app);
    expect(await rows()).toBe(2);
    app.clock.advance(1);
    await purge(app);
    expect(await rows()).toBe(0);
  });

  test.each(['', 'session=', 'session=made-up', `session=${'A'.repeat(64)}A`])(
    'a browser with the cookie %j learns nothing about anyone who exists',
    async (cookie) => {
      const ended = await askAt(app.browser({ cookie }));
      expect(ended?.userId).not.toBe(maya.userId);
      expect(JSON.stringify(ended)).not.toContain(maya.email);
    },
  );

  test('ending a session closes its open stream right away, and the next one is refused', async () => {
    const hangUp = await app.container.listen();
    const input = encodeURIComponent(JSON.stringify({ answers: [], bell: true }));
    const open = () => shared.request(`/trpc/live.follow?input=${input}`);
    const stream = (await open()).body?.pipeThrough(new TextDecoderStream()).getReader();
    let received = '';
    while (!received.includes('"type":"bell"')) received += (await stream?.read())?.value ?? '';
    await maya.api.account.endOtherSessions.mutate();
    for (let read = await stream?.read(); read?.done === false; read = await stream?.read()) received += read.value;
    expect(received).toMatch(/event: return\ndata: \n\n$/);
    expect(await (await open()).text()).toContain('"appCode":"UNAUTHENTICATED"');
    await hangUp();
  });
});
