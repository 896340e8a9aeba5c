import { beforeEach, describe, expect, test } from 'vitest';
import { RECIPIENTS_MAX } from '#contract/automations/automation-limits.ts';
import { aStepContext } from '#tests/support/automations/step-context.ts';
import { purge } from '#tests/support/jobs.ts';
import { aPerson } from '#tests/support/people.ts';
import { refusal } from '#tests/support/refusal.ts';
import { createTestApp, TEST_SECRET, type TestApp } from '#tests/support/test-app.ts';

const NINA = 'nina@printshop.example';
const ORIGIN = 'http://localhost:3000';
const DAY_MS = 24 * 60 * 60_000;
let app: TestApp;
let maya: Awaited<ReturnType<typeof aPerson>>;
beforeEach(async () => {
  app = await createTestApp();
  maya = await aPerson(app);
});

const add = (email = NINA) => maya.api.powerUps.automations.addRecipient.mutate({ email });
const remove = (email = NINA) => maya.api.powerUps.automations.removeRecipient.mutate({ email });
const rows = () =>
  app.db
    .selectFrom('automation_recipients')
    .select(['email', 'confirmed_at as confirmedAt'])
    .orderBy('email')
    .execute();
const hasAgreed = async () => (await rows())[0]?.confirmedAt !== null;
function linkIn(path: string, text = app.emails.at(-1)?.text ?? ''): string {
  const [, link = ''] = new RegExp(`${ORIGIN}(/automations/${path}\\?token=\\S+)`).exec(text) ?? [];
  return link;
}
const tokenOf = (link: string) => new URL(link, ORIGIN).searchParams.get('token') ?? '';
function post(path: string, fields: Record<string, string>, headers: Record<string, string> = { origin: ORIGIN }) {
  const type = { 'content-type': 'application/x-www-form-urlencoded' };
  const body = new URLSearchParams(fields).toString();
  return app.app.request(path, { method: 'POST', headers: { ...type, ...headers }, body });
}
const agree = () => post('/automations/agree', { token: tokenOf(linkIn('agree')) });
const pageOf = async (link: string) => (await app.app.request(link)).text();

describe('an address that automations may write to', () => {
  test('is asked first, and agrees by pressing a button on a page, not by opening it', async () => {
    await add(` ${NINA.toUpperCase()} `);
    expect(app.emails).toMatchObject([{ to: NINA, subject: 'Someone would like to send you emails with Tenfold' }]);
    const link = linkIn('agree');
    for (const method of ['GET', 'HEAD']) await app.app.request(link, { method });
    expect(await hasAgreed()).toBe(false);
    expect(await pageOf(link)).toContain(`Fern &#38; Kiln (${maya.email}) would like to send emails to ${NINA}`);
    const done = await agree();
    expect([done.status, done.headers.get('location')]).toEqual([303, link]);
    expect(await hasAgreed()).toBe(true);
    expect(await pageOf(link)).toContain('You’re getting these emails');
    await add();
    expect(app.emails, 'who has agreed isn’t asked again').toHaveLength(1);
  });

  test.each([
    ['a phone number', 'Your bank: call +1 (800) 555-0199', '(800)'],
    ['a link', 'Win at https://evil.example/x <b>now</b>', 'evil'],
    ['an address', 'Write to win@evil.example', 'evil'],
  ])('a recipient never sees a sender’s name with %s, in the subject, the email or the page', async (_, name, word) => {
    await app.db.updateTable('profiles').set({ business_name: name }).where('user_id', '=', maya.userId).execute();
    await add();
    const [email] = app.emails;
    for (const text of [email?.subject, email?.text, email?.html, await pageOf(linkIn('agree'))])
      expect(text).not.toContain(word);
    expect(email?.text).toContain(`${maya.email} would like to send emails`);
  });

  test('a recipient sees the sender’s name in the email and on the page, cut at 40 characters, but never in the subject', async () => {
    const profile = { business_name: 'You have won a brand new car and must answer today' };
    await app.db.updateTable('profiles').set(profile).where('user_id', '=', maya.userId).execute();
    await add();
    expect(app.emails[0]?.subject).not.toContain('won');
    for (const text of [app.emails[0]?.text, await pageOf(linkIn('agree'))])
      expect(text).toContain(`You have won a brand new car and must… (${maya.email}) would like to send emails`);
  });

  test('an account can ask five addresses on its first day, even in parallel, and the error says until when', async () => {
    const asked = (count: number, from: string) =>
      Promise.all(Array.from({ length: count }, (_, index) => refusal(add(`nina-${index}@${from}.example`))));
    const results = await asked(8, 'first');
    expect(results.filter((result) => result === 'accepted')).toHaveLength(5);
    expect(results.filter((result) => result === 'TOO_MANY_NEW_RECIPIENTS')).toHaveLength(3);
    // Removing them doesn't make room.
    for (const { email } of await rows()) await remove(email);
    await expect(add()).rejects.toThrow(
      'A new account can invite 5 addresses on its first day. You can invite more after Tuesday, November 17, 2026, 9:00 AM UTC.',
    );
    expect(app.emails).toHaveLength(5);
    app.clock.advance(DAY_MS - 1);
    expect(await refusal(add())).toBe('TOO_MANY_NEW_RECIPIENTS');
    app.clock.advance(1);
    expect(new Set(await asked(8, 'second'))).toEqual(new Set(['accepted']));
  });

  test('can’t agree with an old link, or with one that isn’t ours', async () => {
    await add();
    const [first, old] = [tokenOf(linkIn('agree')), linkIn('agree')];
    await add();
    await post('/automations/agree', { token: first });
    expect(await hasAgreed(), 'another link has taken its place').toBe(false);
    expect((await app.app.request(old)).status).toBe(400);
    for (const token of ['', 'x', 'x'.repeat(5_000), '%00'])
      expect((await app.app.request(`/automations/agree?token=${token}`)).status).toBe(400);
    app.clock.advance(14 * DAY_MS);
    await agree();
    expect(await hasAgreed()).toBe(false);
    expect((await post('/automations/agree', { token: first }, { origin: 'https://other.example' })).status).toBe(403);
  });

  test('stops the emails with the link in each of them, from a page or from its mail program', async () => {
    const step = { kind: 'email', id: 's1', to: NINA, subject: 'News', body: 'Hi' } as const;
    const send = async () => app.container.services.stepHandlers.email.run(step, await aStepContext(app, maya.userId));
    for (const way of ['page', 'program'] as const) {
      await add();
      await agree();
      await send();
      const link = linkIn('stop-emails');
      await app.app.request(link);
      expect(await hasAgreed(), 'opening the page stops nothing').toBe(true);
      const stopped =
        way === 'page'
          ? await post('/automations/stop-emails', { token: tokenOf(link), answer: 'stop' })
          : await post(link, { 'List-Unsubscribe': 'One-Click' }, { origin: 'https://mail.example' });
      expect([stopped.status, await stopped.text()]).toEqual([
        200,
        way === 'page' ? expect.stringContaining('The emails have stopped') : 'Unsubscribed.',
      ]);
      await expect(send()).rejects.toThrow('hasn’t agreed');
    }
    expect((await post('/automations/stop-emails?token=x', { 'List-Unsubscribe': 'One-Click' }, {})).status).toBe(400);
    const forged = tokenOf(linkIn('stop-emails', app.emails.findLast(({ subject }) => subject === 'News')?.text));
    expect((await post('/automations/stop-emails', { token: `${forged.slice(0, -1)}x` })).status).toBe(400);
  });

  test('a recipient isn’t asked again when the owner’s password or address changes, and the consent link still works', async () => {
    await add();
    const link = linkIn('agree');
    await maya.api.account.setPassword.mutate({ password: 'forty warm bowls' });
    await post('/automations/agree', { token: tokenOf(link) });
    expect(await hasAgreed(), 'the link to agree isn’t the owner’s').toBe(true);
    await maya.api.account.changeEmail.mutate({ email: 'maya@new-studio.example' });
    const [, token = ''] = /token=([\w-]+)/.exec(app.emails.at(-1)?.text ?? '') ?? [];
    await maya.api.account.confirmEmailChange.mutate({ token });
    await maya.api.account.signOutEverywhere.mutate();
    await app.container.jobs.idle();
    expect(await hasAgreed()).toBe(true);
    expect(app.emails.filter(({ to }) => to === NINA)).toHaveLength(1);
    expect((await app.app.request(link)).status).toBe(200);
  });

  test('a recipient can stop the emails with an old link, whatever has happened to the owner’s account and our keys', async () => {
    const step = { kind: 'email', id: 's1', to: NINA, subject: 'News', body: 'Hi' } as const;
    await add();
    await agree();
    await app.container.services.stepHandlers.email.run(step, await aStepContext(app, maya.userId));
    const link = linkIn('stop-emails');
    await maya.api.account.setPassword.mutate({ password: 'forty warm bowls' });
    app.clock.advance(400 * DAY_MS);
    await purge(app);
    const secret = 'another secret that is long enough, too';
    const environment = { APP_SECRET_PREVIOUS: TEST_SECRET };
    const rotated = await createTestApp({ keepData: true, secret, environment, clock: app.clock });
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const stop = async () => {
      const response = await rotated.app.request(link, { method: 'POST', headers, body: 'List-Unsubscribe=One-Click' });
      return [response.status, await response.text()];
    };
    expect(await stop()).toEqual([200, 'Unsubscribed.']);
    expect(await hasAgreed()).toBe(false);
    await app.db.deleteFrom('users').where('id', '=', maya.userId).execute();
    expect(await stop(), 'the account is gone').toEqual([200, 'Unsubscribed.']);
    expect(app.emails.filter(({ to, subject }) => to === NINA && subject !== 'News')).toHaveLength(1);
  });

  test('is removed by the owner, and is theirs alone', async () => {
    await add();
    await agree();
    const tom = await aPerson(app);
    await tom.api.powerUps.automations.removeRecipient.mutate({ email: NINA });
    expect(await rows()).toHaveLength(1);
    await remove(NINA.toUpperCase());
    expect(await rows()).toEqual([]);
  });

  test('isn’t the owner’s own, or no address at all', async () => {
    expect(await refusal(add(maya.email.toUpperCase()))).toBe('OWN_ADDRESS');
    for (const email of ['', 'nina', 'nina@shop', 'a@b.example, c@d.example', 'x'.repeat(250)])
      expect(await refusal(add(email))).toBe('INVALID_INPUT');
    expect(app.emails).toEqual([]);
  });

  test('that the mail server refuses isn’t kept', async () => {
    app.missingMailboxes.add(NINA);
    expect(await refusal(add())).toBe('MAILBOX_REFUSED');
    expect(await rows()).toEqual([]);
  });

  test(`is one of at most ${RECIPIENTS_MAX}, however many are added at a time`, async () => {
    app.clock.advance(DAY_MS);
    const results = await Promise.all(
      Array.from({ length: RECIPIENTS_MAX + 5 }, (_, index) => refusal(add(`nina-${index}@printshop.example`))),
    );
    expect(results.filter((result) => result === 'accepted')).toHaveLength(RECIPIENTS_MAX);
    expect(results.filter((result) => result === 'TOO_MANY_RECIPIENTS')).toHaveLength(5);
  });

  test('is asked at most three times a day, by everyone together', async () => {
    const tom = await aPerson(app);
    await add();
    await add();
    await tom.api.powerUps.automations.addRecipient.mutate({ email: 'Nina+shop@printshop.example' });
    expect(await refusal(add())).toBe('TOO_MANY_ATTEMPTS');
    expect(app.emails).toHaveLength(3);
  });

  test('that never agreed is deleted after a month', async () => {
    await add('other@printshop.example');
    await add();
    await agree();
    app.clock.advance(30 * DAY_MS + 1);
    await purge(app);
    expect(await rows()).toMatchObject([{ email: NINA }]);
  });
});
