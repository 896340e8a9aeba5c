import { beforeEach, describe, expect, test } from 'vitest';
import { refusal } from '#tests/support/chat.ts';
import { aPerson } from '#tests/support/people.ts';
import { createTestApp, type Browser, type TestApp } from '#tests/support/test-app.ts';

const DAY_MS = 86_400_000;
const PASSWORD = 'forty warm bowls';
const NEW_EMAIL = 'maya@new-studio.example';
let app: TestApp;
beforeEach(async () => {
  app = await createTestApp();
});

const post = () => app.container.services.securityLog.idle();
const tokenIn = (text: string | undefined) => /token=([\w-]+)/.exec(text ?? '')?.[1] ?? '';
const mailsTo = (address: string) => app.mails.filter((mail) => mail.to === address);
const linkTo = (address: string) => tokenIn(mailsTo(address).findLast((mail) => mail.text.includes('token='))?.text);
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
    { id: maya.userId, email: maya.email },
    { client: { address: '198.51.100.10', userAgent: 'ask/1.0' }, methods: ['password'] },
  );
  const { accessToken } = await services.tokens.issue(script);
  await post();
  app.mails.length = 0;
  const scriptWorks = async () =>
    (await app.app.request('/trpc/profile.get', { headers: { authorization: `Bearer ${accessToken}` } })).status ===
    200;
  return { maya, other: app.browser({ cookie: cookie.split(';')[0] ?? '' }), scriptWorks };
}

/** After a sensitive change: the browser that made it goes on with a new secret, and nothing else does. */
async function expectOnlyThisOne(people: Awaited<ReturnType<typeof inTwoBrowsers>>, oldCookie: string) {
  expect(await isSignedIn(people.maya), 'this browser').toBe(true);
  expect(people.maya.cookie(), 'its secret').not.toBe(oldCookie);
  expect(await isSignedIn(app.browser({ cookie: oldCookie })), 'the old secret').toBe(false);
  expect(await isSignedIn(people.other), 'the other browser').toBe(false);
  expect(await people.scriptWorks(), 'the script').toBe(false);
}

describe('the password', () => {
  test('is set by somebody who had none, and works', async () => {
    const maya = await aPerson(app);
    expect((await maya.api.account.get.query()).hasPassword).toBe(false);
    await maya.api.account.setPassword.mutate({ password: PASSWORD });
    expect((await maya.api.account.get.query()).hasPassword).toBe(true);
    await app.browser().api.auth.signIn.mutate({ email: maya.email, password: PASSWORD });
    await post();
    expect(mailsTo(maya.email)[0]?.subject).toBe('Password set: your Tenfold account');
  });

  test('ends every other session when it changes, gives this one a new secret, and tells the owner', async () => {
    const people = await inTwoBrowsers();
    await people.maya.api.account.setPassword.mutate({ password: PASSWORD });
    const oldCookie = people.maya.cookie();
    await people.maya.api.account.setPassword.mutate({ password: 'fifty cold plates' });
    await expectOnlyThisOne(people, oldCookie);
    await post();
    expect(app.mails.map((mail) => mail.subject)).toContain('Password changed: your Tenfold account');
  });

  test('may not be a common one nor the one it is', async () => {
    const maya = await aPerson(app);
    await maya.api.account.setPassword.mutate({ password: PASSWORD });
    expect(await refusal(maya.api.account.setPassword.mutate({ password: PASSWORD }))).toBe('SAME_PASSWORD');
    expect(await refusal(maya.api.account.setPassword.mutate({ password: 'password1' }))).toBe('COMMON_PASSWORD');
  });

  test('kills the links that are on their way: a reset, and a change of address', async () => {
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

describe('another address', () => {
  test('is proved at the new one, told at the old one, and ends every other session', async () => {
    const people = await inTwoBrowsers();
    const { maya } = people;
    await maya.api.account.changeEmail.mutate({ email: NEW_EMAIL });
    await post();
    expect(mailsTo(NEW_EMAIL)[0]?.subject).toBe('Confirm your new address for Tenfold');
    expect(mailsTo(maya.email)[0]?.text).toContain(NEW_EMAIL);
    expect(await maya.api.account.get.query()).toMatchObject({ email: maya.email, pendingEmail: NEW_EMAIL });
    const oldCookie = maya.cookie();
    const changed = await maya.api.account.confirmEmailChange.mutate({ token: linkTo(NEW_EMAIL) });
    expect(changed).toEqual({ email: NEW_EMAIL, isSignedIn: true });
    await expectOnlyThisOne(people, oldCookie);
    expect(await maya.api.account.get.query()).toMatchObject({ email: NEW_EMAIL, pendingEmail: null });
    await post();
    expect(mailsTo(maya.email).at(-1)?.subject).toBe('Your Tenfold account moved to another address');
  });

  test('confirmed on another device ends every session there was and signs nobody in', async () => {
    const { maya, other } = await inTwoBrowsers();
    await maya.api.account.changeEmail.mutate({ email: NEW_EMAIL });
    const phone = app.browser();
    const changed = await phone.api.account.confirmEmailChange.mutate({ token: linkTo(NEW_EMAIL) });
    expect(changed).toEqual({ email: NEW_EMAIL, isSignedIn: false });
    for (const browser of [maya, other, phone]) expect(await isSignedIn(browser)).toBe(false);
  });

  test('a stranger who opens the link in their own session keeps that, and changes nothing of it', async () => {
    const { maya } = await inTwoBrowsers();
    const stranger = await aPerson(app);
    await maya.api.account.changeEmail.mutate({ email: NEW_EMAIL });
    const changed = await stranger.api.account.confirmEmailChange.mutate({ token: linkTo(NEW_EMAIL) });
    expect(changed.isSignedIn).toBe(false);
    expect((await stranger.api.account.get.query()).email).toBe(stranger.email);
    expect(await isSignedIn(maya)).toBe(false);
  });

  test('that has an account gets the same answer and one mail; its owner is told and nothing happens', async () => {
    const tomas = await aPerson(app, { email: 'tomas@ledgerly.example' });
    const [maya, nadia] = [await aPerson(app), await aPerson(app)];
    const taken = await maya.api.account.changeEmail.mutate({ email: tomas.email });
    const free = await nadia.api.account.changeEmail.mutate({ email: NEW_EMAIL });
    await post();
    expect(taken).toEqual(free);
    expect((await maya.api.account.get.query()).pendingEmail).toBe(tomas.email);
    expect(mailsTo(tomas.email).map((mail) => mail.subject)).toEqual(['Your address was asked for at Tenfold']);
    expect(tokenIn(mailsTo(tomas.email)[0]?.text)).toBe('');
    expect(mailsTo(maya.email).map((mail) => mail.subject)).toEqual(mailsTo(nadia.email).map((mail) => mail.subject));
  });

  test('that somebody takes meanwhile is not taken twice', async () => {
    const maya = await aPerson(app);
    await maya.api.account.changeEmail.mutate({ email: NEW_EMAIL });
    const holder = await aPerson(app, { email: NEW_EMAIL });
    expect(await refusal(maya.api.account.confirmEmailChange.mutate({ token: linkTo(NEW_EMAIL) }))).toBe(
      'LINK_INVALID',
    );
    expect((await maya.api.account.get.query()).email).toBe(maya.email);
    expect(await isSignedIn(holder)).toBe(true);
  });

  test('that a stranger signed up with and never confirmed makes room for its owner', async () => {
    const maya = await aPerson(app);
    await app.browser().api.auth.signUp.mutate({ email: NEW_EMAIL, password: 'stranger danger' });
    const strangers = linkTo(NEW_EMAIL);
    await maya.api.account.changeEmail.mutate({ email: NEW_EMAIL });
    await maya.api.account.confirmEmailChange.mutate({ token: linkTo(NEW_EMAIL) });
    expect((await maya.api.account.get.query()).email).toBe(NEW_EMAIL);
    expect(await refusal(app.browser().api.auth.confirmEmail.mutate({ token: strangers }))).toBe('LINK_INVALID');
  });

  test('links to the old mailbox open nothing once the address has changed', async () => {
    const maya = await aPerson(app);
    await app.browser().api.auth.requestPasswordReset.mutate({ email: maya.email });
    await maya.api.account.changeEmail.mutate({ email: NEW_EMAIL });
    await maya.api.account.confirmEmailChange.mutate({ token: linkTo(NEW_EMAIL) });
    const reset = { token: linkTo(maya.email), password: PASSWORD };
    expect(await refusal(app.browser().api.auth.resetPassword.mutate(reset))).toBe('LINK_INVALID');
  });

  test('can be cancelled, works once, for a day, and only the newest link does', async () => {
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

  test('gives nobody a second trial, neither with the old address nor with the new one', async () => {
    const maya = await aPerson(app);
    await maya.api.account.changeEmail.mutate({ email: NEW_EMAIL });
    await maya.api.account.confirmEmailChange.mutate({ token: linkTo(NEW_EMAIL) });
    await maya.api.account.askDeletion.mutate();
    app.clock.advance(14 * DAY_MS);
    await app.container.purge();
    const again = app.browser();
    await again.api.auth.signUp.mutate({ email: NEW_EMAIL, password: PASSWORD });
    await again.api.auth.confirmEmail.mutate({ token: linkTo(NEW_EMAIL) });
    expect((await again.api.profile.get.query()).access.status).toBe('none');
  });

  test('five tries an hour, whoever asks for the same mailbox; the own address is no change', async () => {
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
  test('names each device, and ends any of them at once', async () => {
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

  test('does not end somebody else’s', async () => {
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

  test('ends everything everywhere, and this browser’s cookie with it', async () => {
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
    expect(app.mails[0]?.subject).toBe('Signed out everywhere: your Tenfold account');
  });

  test('ends a change of address that is on its way, too', async () => {
    const { maya } = await inTwoBrowsers();
    await maya.api.account.changeEmail.mutate({ email: 'thief@example.com' });
    await post();
    const link = app.mails.find(({ to }) => to === 'thief@example.com');
    const token = /token=([\w-]+)/.exec(link?.text ?? '')?.[1] ?? '';
    expect(token).not.toBe('');
    await maya.api.account.signOutEverywhere.mutate();
    await expect(app.browser().api.account.confirmEmailChange.mutate({ token })).rejects.toThrow(/expired/);
  });

  test('of one’s own ends like signing out', async () => {
    const maya = await aPerson(app);
    const [mine] = await maya.api.account.sessions.query();
    await maya.api.account.endSession.mutate({ id: mine?.id ?? '' });
    expect(maya.cookie()).toBe('session=');
  });
});

describe('the security log', () => {
  test('tells what happened, the newest first, with device and address', async () => {
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

  test('remembers four hundred days', async () => {
    const maya = await aPerson(app);
    await maya.api.account.setPassword.mutate({ password: PASSWORD });
    const events = () => app.db.selectFrom('security_events').select('kind').execute();
    app.clock.advance(400 * DAY_MS);
    await app.container.purge();
    expect(await events()).toHaveLength(1);
    app.clock.advance(1);
    await app.container.purge();
    expect(await events()).toEqual([]);
  });
});

describe('the end of an account', () => {
  test('comes fourteen days after it was asked for; all other sessions end at once', async () => {
    const people = await inTwoBrowsers();
    const oldCookie = people.maya.cookie();
    const { deleteAfter } = await people.maya.api.account.askDeletion.mutate();
    expect(deleteAfter).toBe('2026-11-30T09:00:00.000Z');
    await expectOnlyThisOne(people, oldCookie);
    expect((await people.maya.api.auth.session.query())?.deleteAfter).toBe(deleteAfter);
    await post();
    expect(app.mails[0]?.subject).toBe('Your Tenfold account will be deleted on 30 November 2026');
    expect(app.mails[0]?.text).toContain('choose “Keep my account” in your settings');
  });

  test('asked for twice keeps the first day and is told once', async () => {
    const maya = await aPerson(app);
    const first = await maya.api.account.askDeletion.mutate();
    app.clock.advance(60_000);
    expect(await maya.api.account.askDeletion.mutate()).toEqual(first);
    await post();
    expect(app.mails).toHaveLength(1);
  });

  test('is undone until the last moment, signing in as usual meanwhile', async () => {
    const maya = await aPerson(app);
    await maya.api.account.setPassword.mutate({ password: PASSWORD });
    await maya.api.account.askDeletion.mutate();
    app.clock.advance(14 * DAY_MS - 1);
    await app.container.purge();
    const later = app.browser();
    await later.api.auth.signIn.mutate({ email: maya.email, password: PASSWORD });
    expect((await later.api.auth.session.query())?.deleteAfter).not.toBeNull();
    await later.api.account.cancelDeletion.mutate();
    expect((await later.api.auth.session.query())?.deleteAfter).toBeNull();
    app.clock.advance(DAY_MS);
    await app.container.purge();
    expect(await isSignedIn(later)).toBe(true);
    expect((await later.api.account.securityLog.query()).map(({ kind }) => kind)).toContain('deletion_cancelled');
  });

  test('is done once, by whichever process comes first, with one last mail and no session left', async () => {
    const maya = await aPerson(app);
    await maya.api.account.askDeletion.mutate();
    await post();
    app.mails.length = 0;
    app.clock.advance(14 * DAY_MS);
    await Promise.all(Array.from({ length: 5 }, () => app.container.purge()));
    expect(app.mails.map(({ to, subject }) => [to, subject])).toEqual([
      [maya.email, 'Your Tenfold account is deleted'],
    ]);
    expect(await isSignedIn(maya)).toBe(false);
    expect(await app.db.selectFrom('users').select('id').execute()).toEqual([]);
  });
});

test('an old proof is not enough for what matters', async () => {
  const maya = await aPerson(app);
  app.clock.advance(10 * 60_000 + 1);
  const { account } = maya.api;
  const changes = [
    account.setPassword.mutate({ password: PASSWORD }),
    account.changeEmail.mutate({ email: NEW_EMAIL }),
    account.askDeletion.mutate(),
  ];
  expect(await Promise.all(changes.map(refusal))).toEqual(['PROOF_NEEDED', 'PROOF_NEEDED', 'PROOF_NEEDED']);
});
