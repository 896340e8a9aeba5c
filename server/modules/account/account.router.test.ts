import { beforeEach, describe, expect, test } from 'vitest';
import { refusal } from '#tests/support/refusal.ts';
import { purge } from '#tests/support/jobs.ts';
import { aPerson } from '#tests/support/people.ts';
import { createTestApp, type Browser, type TestApp } from '#tests/support/test-app.ts';

const DAY_MS = 86_400_000;
const PASSWORD = 'forty warm bowls';
const NEW_EMAIL = 'maya@new-studio.example';
let app: TestApp;
beforeEach(async () => {
  app = await createTestApp();
});

const post = () => app.container.jobs.idle();
const tokenIn = (text: string | undefined) => /token=([\w-]+)/.exec(text ?? '')?.[1] ?? '';
const emailsTo = (address: string) => app.emails.filter((mail) => mail.to === address);
const linkTo = (address: string) => tokenIn(emailsTo(address).findLast((mail) => mail.text.includes('token='))?.text);
const isSignedIn = async (browser: Browser) => (await browser.api.auth.session.query()) !== null;

/** A person in two browsers: the one that acts, and another one. */
async function inTwoBrowsers(email?: string) {
  const maya = await aPerson(app, email === undefined ? {} : { email });
  const { services } = app.container;
  const cookie = await services.sessions.start(maya.userId, {
    client: {
      address: '198.51.100.9',
      userAgent: 'Mozilla/5.0 (X11; Linux x64; rv:140.0) Gecko/20100101 Firefox/140.0',
    },
    methods: ['password'],
  });
  const script = await services.signIn.script(
    { id: maya.userId, email: maya.email, generation: 0 },
    { client: { address: '198.51.100.10', userAgent: 'ask/1.0' }, methods: ['password'] },
  );
  const { accessToken } = await services.tokens.issue(script);
  await post();
  app.emails.length = 0;
  const scriptWorks = async () =>
    (await app.app.request('/trpc/profile.get', { headers: { authorization: `Bearer ${accessToken}` } })).status ===
    200;
  return { maya, other: app.browser({ cookie: cookie.split(';')[0] ?? '' }), scriptWorks };
}

/** After a sensitive change, the browser that made it continues with a new secret, and every other session is signed out. */
async function expectOnlyThisOne(people: Awaited<ReturnType<typeof inTwoBrowsers>>, oldCookie: string) {
  expect(await isSignedIn(people.maya), 'this browser').toBe(true);
  expect(people.maya.cookie(), 'its secret').not.toBe(oldCookie);
  expect(await isSignedIn(app.browser({ cookie: oldCookie })), 'the old secret').toBe(false);
  expect(await isSignedIn(people.other), 'the other browser').toBe(false);
  expect(await people.scriptWorks(), 'the script').toBe(false);
}

describe('the password', () => {
  test('can be set by a person without one, and works', async () => {
    const maya = await aPerson(app);
    expect((await maya.api.account.get.query()).hasPassword).toBe(false);
    await maya.api.account.setPassword.mutate({ password: PASSWORD });
    expect((await maya.api.account.get.query()).hasPassword).toBe(true);
    await app.browser().api.auth.signIn.mutate({ email: maya.email, password: PASSWORD });
    await post();
    expect(emailsTo(maya.email)[0]?.subject).toBe('Password set: your Tenfold account');
  });

  test('ends every other session when it changes, gives this one a new secret, and tells the owner', async () => {
    const people = await inTwoBrowsers();
    await people.maya.api.account.setPassword.mutate({ password: PASSWORD });
    const oldCookie = people.maya.cookie();
    await people.maya.api.account.setPassword.mutate({ password: 'fifty cold plates' });
    await expectOnlyThisOne(people, oldCookie);
    await post();
    expect(app.emails.map((mail) => mail.subject)).toContain('Password changed: your Tenfold account');
  });

  test('cannot be a common one or the current one', async () => {
    const maya = await aPerson(app);
    await maya.api.account.setPassword.mutate({ password: PASSWORD });
    expect(await refusal(maya.api.account.setPassword.mutate({ password: PASSWORD }))).toBe('SAME_PASSWORD');
    expect(await refusal(maya.api.account.setPassword.mutate({ password: 'password1' }))).toBe('COMMON_PASSWORD');
  });

  test('invalidates pending links: a reset, and a change of address', async () => {
    const maya = await aPerson(app);
    await app.browser().api.auth.requestPasswordReset.mutate({ email: maya.email });
    await maya.api.account.changeEmail.mutate({ email: NEW_EMAIL });
    await maya.api.account.setPassword.mutate({ password: PASSWORD });
    const reset = { token: linkTo(maya.email), password: 'fifty cold plates' };
    expect(await refusal(app.browser().api.auth.resetPassword.mutate(reset))).toBe('LINK_INVALID');
    expect(await refusal(maya.api.account.confirmEmailChange.mutate({ token: linkTo(NEW_EMAIL) }))).toBe(
      'LINK_INVALID',
    );
  });
});

describe('a change of the email address', () => {
  test('is confirmed at the new address, announced at the old one, and ends every other session', async () => {
    const people = await inTwoBrowsers();
    const { maya } = people;
    await maya.api.account.changeEmail.mutate({ email: NEW_EMAIL });
    await post();
    expect(emailsTo(NEW_EMAIL)[0]?.subject).toBe('Confirm your new email address for Tenfold');
    expect(emailsTo(maya.email)[0]?.text).toContain(NEW_EMAIL);
    expect(await maya.api.account.get.query()).toMatchObject({ email: maya.email, pendingEmail: NEW_EMAIL });
    const oldCookie = maya.cookie();
    const changed = await maya.api.account.confirmEmailChange.mutate({ token: linkTo(NEW_EMAIL) });
    expect(changed).toEqual({ email: NEW_EMAIL, isSignedIn: true });
    await expectOnlyThisOne(people, oldCookie);
    expect(await maya.api.account.get.query()).toMatchObject({ email: NEW_EMAIL, pendingEmail: null });
    await post();
    expect(emailsTo(maya.email).map(({ subject }) => subject)).toContain('Your Tenfold email address was changed');
  });

  test('confirmed on another device ends every existing session and signs no one in', async () => {
    const { maya, other } = await inTwoBrowsers();
    await maya.api.account.changeEmail.mutate({ email: NEW_EMAIL });
    const phone = app.browser();
    const changed = await phone.api.account.confirmEmailChange.mutate({ token: linkTo(NEW_EMAIL) });
    expect(changed).toEqual({ email: NEW_EMAIL, isSignedIn: false });
    for (const browser of [maya, other, phone]) expect(await isSignedIn(browser)).toBe(false);
  });

  test('leaves the session of a stranger who opens the link unchanged', async () => {
    const { maya } = await inTwoBrowsers();
    const stranger = await aPerson(app);
    await maya.api.account.changeEmail.mutate({ email: NEW_EMAIL });
    const changed = await stranger.api.account.confirmEmailChange.mutate({ token: linkTo(NEW_EMAIL) });
    expect(changed.isSignedIn).toBe(false);
    expect((await stranger.api.account.get.query()).email).toBe(stranger.email);
    expect(await isSignedIn(maya)).toBe(false);
  });

  test('to one that already has an account gets the same answer and one email; its owner is notified and nothing changes', async () => {
    const tomas = await aPerson(app, { email: 'tomas@ledgerly.example' });
    const [maya, nadia] = [await aPerson(app), await aPerson(app)];
    const taken = await maya.api.account.changeEmail.mutate({ email: tomas.email });
    const free = await nadia.api.account.changeEmail.mutate({ email: NEW_EMAIL });
    await post();
    expect(taken).toEqual(free);
    expect((await maya.api.account.get.query()).pendingEmail).toBe(tomas.email);
    expect(emailsTo(tomas.email).map((mail) => mail.subject)).toEqual([
      'Someone tried to use your email address on Tenfold',
    ]);
    expect(tokenIn(emailsTo(tomas.email)[0]?.text)).toBe('');
    expect(emailsTo(maya.email).map((mail) => mail.subject)).toEqual(emailsTo(nadia.email).map((mail) => mail.subject));
  });

  test('to one that someone else takes in the meantime fails', async () => {
    const maya = await aPerson(app);
    await maya.api.account.changeEmail.mutate({ email: NEW_EMAIL });
    const holder = await aPerson(app, { email: NEW_EMAIL });
    expect(await refusal(maya.api.account.confirmEmailChange.mutate({ token: linkTo(NEW_EMAIL) }))).toBe(
      'LINK_INVALID',
    );
    expect((await maya.api.account.get.query()).email).toBe(maya.email);
    expect(await isSignedIn(holder)).toBe(true);
  });

  test('replaces a stranger’s unconfirmed sign-up with that address', async () => {
    const maya = await aPerson(app);
    await app.browser().api.auth.signUp.mutate({ email: NEW_EMAIL, password: 'stranger danger' });
    const strangers = linkTo(NEW_EMAIL);
    await maya.api.account.changeEmail.mutate({ email: NEW_EMAIL });
    await maya.api.account.confirmEmailChange.mutate({ token: linkTo(NEW_EMAIL) });
    expect((await maya.api.account.get.query()).email).toBe(NEW_EMAIL);
    expect(await refusal(app.browser().api.auth.confirmEmail.mutate({ token: strangers }))).toBe('LINK_INVALID');
  });

  test('invalidates links sent to the old mailbox', async () => {
    const maya = await aPerson(app);
    await app.browser().api.auth.requestPasswordReset.mutate({ email: maya.email });
    await maya.api.account.changeEmail.mutate({ email: NEW_EMAIL });
    await maya.api.account.confirmEmailChange.mutate({ token: linkTo(NEW_EMAIL) });
    const reset = { token: linkTo(maya.email), password: PASSWORD };
    expect(await refusal(app.browser().api.auth.resetPassword.mutate(reset))).toBe('LINK_INVALID');
  });

  test('can be canceled; only the newest link works, once, for a day', async () => {
    const maya = await aPerson(app);
    const confirm = (token: string) => refusal(maya.api.account.confirmEmailChange.mutate({ token }));
    await maya.api.account.changeEmail.mutate({ email: NEW_EMAIL });
    await maya.api.account.cancelEmailChange.mutate();
    expect((await maya.api.account.get.query()).pendingEmail).toBeNull();
    expect(await confirm(linkTo(NEW_EMAIL))).toBe('LINK_INVALID');
    await maya.api.account.changeEmail.mutate({ email: NEW_EMAIL });
    const first = linkTo(NEW_EMAIL);
    await maya.api.account.changeEmail.mutate({ email: NEW_EMAIL });
    expect(await confirm(first)).toBe('LINK_INVALID');
    app.clock.advance(DAY_MS);
    expect(await confirm(linkTo(NEW_EMAIL))).toBe('LINK_INVALID');
    expect((await maya.api.account.get.query()).pendingEmail).toBeNull();
  });

  test('earns no second trial, with either the old or the new address', async () => {
    const maya = await aPerson(app);
    await maya.api.account.changeEmail.mutate({ email: NEW_EMAIL });
    await maya.api.account.confirmEmailChange.mutate({ token: linkTo(NEW_EMAIL) });
    await maya.api.account.askDeletion.mutate();
    app.clock.advance(14 * DAY_MS);
    await purge(app);
    const again = app.browser();
    await again.api.auth.signUp.mutate({ email: NEW_EMAIL, password: PASSWORD });
    await again.api.auth.confirmEmail.mutate({ token: linkTo(NEW_EMAIL) });
    expect((await again.api.profile.get.query()).access.status).toBe('none');
  });

  test('can be requested five times an hour per mailbox, from all accounts together; entering the current address changes nothing', async () => {
    const [maya, nadia] = [await aPerson(app), await aPerson(app)];
    expect(await refusal(maya.api.account.changeEmail.mutate({ email: maya.email.toUpperCase() }))).toBe('SAME_EMAIL');
    for (let index = 0; index < 5; index += 1) await maya.api.account.changeEmail.mutate({ email: NEW_EMAIL });
    expect(await refusal(maya.api.account.changeEmail.mutate({ email: 'third@example.com' }))).toBe(
      'TOO_MANY_ATTEMPTS',
    );
    expect(await refusal(nadia.api.account.changeEmail.mutate({ email: NEW_EMAIL }))).toBe('TOO_MANY_ATTEMPTS');
  });
});

describe('the list of sessions', () => {
  test('names each device, and ends any of them immediately', async () => {
    const { maya, other, scriptWorks } = await inTwoBrowsers();
    const list = await maya.api.account.sessions.query();
    expect(list.map(({ device, kind, isCurrent }) => ({ device, kind, isCurrent }))).toEqual(
      expect.arrayContaining([
        { device: 'vitest', kind: 'browser', isCurrent: true },
        { device: 'Firefox on Linux', kind: 'browser', isCurrent: false },
        { device: 'ask/1.0', kind: 'token', isCurrent: false },
      ]),
    );
    expect(JSON.stringify(list)).not.toMatch(/[0-9a-f]{64}/);
    for (const { id, isCurrent } of list) if (!isCurrent) await maya.api.account.endSession.mutate({ id });
    expect([await isSignedIn(maya), await isSignedIn(other), await scriptWorks()]).toEqual([true, false, false]);
  });

  test('cannot end another person’s', async () => {
    const { maya } = await inTwoBrowsers();
    const stranger = await aPerson(app);
    const [mine] = await maya.api.account.sessions.query();
    expect(await refusal(stranger.api.account.endSession.mutate({ id: mine?.id ?? '' }))).toBe('NOT_FOUND');
    expect(await isSignedIn(maya)).toBe(true);
  });

  test('ends all others, and this one gets a new secret', async () => {
    const people = await inTwoBrowsers();
    const oldCookie = people.maya.cookie();
    await people.maya.api.account.endOtherSessions.mutate();
    await expectOnlyThisOne(people, oldCookie);
  });

  test('ends everything everywhere, including this browser’s cookie', async () => {
    const { maya, other, scriptWorks } = await inTwoBrowsers();
    const oldCookie = maya.cookie();
    await maya.api.account.signOutEverywhere.mutate();
    expect(maya.cookie()).toBe('session=');
    expect([
      await isSignedIn(app.browser({ cookie: oldCookie })),
      await isSignedIn(other),
      await scriptWorks(),
    ]).toEqual([false, false, false]);
    await post();
    expect(app.emails[0]?.subject).toBe('Signed out everywhere: your Tenfold account');
  });

  test('cancels a pending change of address, too', async () => {
    const { maya } = await inTwoBrowsers();
    await maya.api.account.changeEmail.mutate({ email: 'thief@example.com' });
    await post();
    const link = app.emails.find(({ to }) => to === 'thief@example.com');
    const token = /token=([\w-]+)/.exec(link?.text ?? '')?.[1] ?? '';
    expect(token).not.toBe('');
    await maya.api.account.signOutEverywhere.mutate();
    await expect(app.browser().api.account.confirmEmailChange.mutate({ token })).rejects.toThrow(/expired/);
  });

  test.each(['signOutEverywhere', 'endOtherSessions'] as const)(
    'signing out elsewhere also ends every link and code in emails: %s',
    async (way) => {
      const maya = await aPerson(app);
      await maya.api.auth.reauthentication.sendEmailCode.mutate();
      await maya.api.account.changeEmail.mutate({ email: NEW_EMAIL });
      await app.browser().api.auth.requestPasswordReset.mutate({ email: maya.email });
      const reset = { token: linkTo(maya.email), password: PASSWORD };
      await maya.api.account[way].mutate();
      expect(await app.db.selectFrom('email_links').select('purpose').execute()).toEqual([]);
      expect(await refusal(app.browser().api.auth.resetPassword.mutate(reset))).toBe('LINK_INVALID');
    },
  );

  test('treats ending the current session like signing out', async () => {
    const maya = await aPerson(app);
    const [mine] = await maya.api.account.sessions.query();
    await maya.api.account.endSession.mutate({ id: mine?.id ?? '' });
    expect(maya.cookie()).toBe('session=');
  });
});

describe('the security log', () => {
  test('shows what happened, newest first, with device and address', async () => {
    const maya = await aPerson(app);
    await maya.api.account.setPassword.mutate({ password: PASSWORD });
    app.clock.advance(60_000);
    await maya.api.account.endOtherSessions.mutate();
    const log = await maya.api.account.securityLog.query();
    expect(log.map(({ kind }) => kind)).toEqual(['signed_out_everywhere', 'password_set']);
    expect(log[0]).toMatchObject({
      ipAddress: '127.0.0.1',
      device: 'Unknown device',
      happenedAt: '2026-11-16T09:01:00.000Z',
    });
    expect(await (await aPerson(app)).api.account.securityLog.query()).toEqual([]);
  });

  test('goes back four hundred days', async () => {
    const maya = await aPerson(app);
    await maya.api.account.setPassword.mutate({ password: PASSWORD });
    const events = () => app.db.selectFrom('security_events').select('kind').execute();
    app.clock.advance(400 * DAY_MS);
    await purge(app);
    expect(await events()).toHaveLength(1);
    app.clock.advance(1);
    await purge(app);
    expect(await events()).toEqual([]);
  });
});

describe('the deletion of an account', () => {
  test('happens fourteen days after the request; all other sessions end immediately', async () => {
    const people = await inTwoBrowsers();
    const oldCookie = people.maya.cookie();
    const { deleteAfter } = await people.maya.api.account.askDeletion.mutate();
    expect(deleteAfter).toBe('2026-11-30T09:00:00.000Z');
    await expectOnlyThisOne(people, oldCookie);
    expect((await people.maya.api.auth.session.query())?.deleteAfter).toBe(deleteAfter);
    await post();
    expect(app.emails[0]?.subject).toBe('Your Tenfold account will be deleted on November 30, 2026');
    expect(app.emails[0]?.text).toContain('choose “Keep my account” in your settings');
  });

  test('requested twice keeps the first date and sends one notice', async () => {
    const maya = await aPerson(app);
    const first = await maya.api.account.askDeletion.mutate();
    app.clock.advance(60_000);
    expect(await maya.api.account.askDeletion.mutate()).toEqual(first);
    await post();
    expect(app.emails).toHaveLength(1);
  });

  test('can be undone until the last moment, and signing in works as usual until then', async () => {
    const maya = await aPerson(app);
    await maya.api.account.setPassword.mutate({ password: PASSWORD });
    await maya.api.account.askDeletion.mutate();
    app.clock.advance(14 * DAY_MS - 1);
    await purge(app);
    const later = app.browser();
    await later.api.auth.signIn.mutate({ email: maya.email, password: PASSWORD });
    expect((await later.api.auth.session.query())?.deleteAfter).not.toBeNull();
    await later.api.account.cancelDeletion.mutate();
    expect((await later.api.auth.session.query())?.deleteAfter).toBeNull();
    app.clock.advance(DAY_MS);
    await purge(app);
    expect(await isSignedIn(later)).toBe(true);
    expect((await later.api.account.securityLog.query()).map(({ kind }) => kind)).toContain('deletion_cancelled');
  });

  test('is done once, by the first process that gets to it, with one last email and no session left', async () => {
    const maya = await aPerson(app);
    await maya.api.account.askDeletion.mutate();
    await post();
    app.emails.length = 0;
    app.clock.advance(14 * DAY_MS);
    await Promise.all(Array.from({ length: 5 }, () => purge(app)));
    expect(app.emails.map(({ to, subject }) => [to, subject])).toEqual([
      [maya.email, 'Your Tenfold account has been deleted'],
    ]);
    expect(await isSignedIn(maya)).toBe(false);
    expect(await app.db.selectFrom('users').select('id').execute()).toEqual([]);
  });

  test('gives no second trial to the mailbox it ended with, under whatever spelling the trial began', async () => {
    const maya = await aPerson(app, { email: 'maya@example.com', plan: 'trial' });
    await maya.api.account.askDeletion.mutate();
    app.clock.advance(14 * DAY_MS);
    await purge(app);
    const again = app.browser();
    await again.api.auth.signUp.mutate({ email: 'maya@example.com', password: PASSWORD });
    await again.api.auth.confirmEmail.mutate({ token: linkTo('maya@example.com') });
    expect((await again.api.profile.get.query()).access).toMatchObject({ tier: 'free', status: 'none' });
  });
});

test('an old sign-in is not enough for a sensitive change', async () => {
  const maya = await aPerson(app);
  app.clock.advance(10 * 60_000 + 1);
  const { account } = maya.api;
  const changes = [
    account.setPassword.mutate({ password: PASSWORD }),
    account.changeEmail.mutate({ email: NEW_EMAIL }),
    account.askDeletion.mutate(),
  ];
  expect(await Promise.all(changes.map(refusal))).toEqual([
    'REAUTHENTICATION_NEEDED',
    'REAUTHENTICATION_NEEDED',
    'REAUTHENTICATION_NEEDED',
  ]);
});
