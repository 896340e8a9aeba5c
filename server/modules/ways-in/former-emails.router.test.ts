import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { FORMER_EMAIL_DAYS } from '#contract/account/ways-in.ts';
import { changeEmail } from '#db/queries/identity/accounts.ts';
import { addResetLinkFor } from '#db/queries/identity/email-links.ts';
import { inTransaction } from '#db/transaction.ts';
import { addTotp } from '#tests/support/factors.ts';
import { purge } from '#tests/support/jobs.ts';
import { provideOpenId, signInWith } from '#tests/support/openid.ts';
import { aPerson } from '#tests/support/people.ts';
import { refusal } from '#tests/support/refusal.ts';
import { createTestApp, type Browser, type TestApp } from '#tests/support/test-app.ts';

const DAY_MS = 86_400_000;
const PASSWORD = 'fifty cold plates';
const THIEF = 'thief@example.com';
let app: TestApp;
let owner: Awaited<ReturnType<typeof aPerson>>;
const openId = provideOpenId(() => app.clock);
beforeEach(async () => {
  app = await createTestApp({ oauth: openId.oauth });
  owner = await aPerson(app, { password: 'forty warm bowls' });
});

const linkTo = (address: string) => {
  const mail = app.emails.findLast(({ to, text }) => to === address && text.includes('token='));
  return /token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
};
/** The thief sits at the owner’s computer. */
async function changeTo(email: string): Promise<void> {
  await owner.api.account.changeEmail.mutate({ email });
  await owner.api.account.confirmEmailChange.mutate({ token: linkTo(email) });
  await app.container.jobs.idle();
  app.clock.advance(60_000);
}
async function askReset(email: string): Promise<string> {
  await app.browser().api.auth.requestPasswordReset.mutate({ email });
  return linkTo(email);
}
async function reset(token: string): Promise<{ browser: Browser; result: string }> {
  const browser = app.browser();
  return { browser, result: await refusal(browser.api.auth.resetPassword.mutate({ token, password: PASSWORD })) };
}
async function signedInAgain(): Promise<Browser> {
  const browser = app.browser();
  await browser.api.auth.signIn.mutate({ email: owner.email, password: PASSWORD });
  return browser;
}
const addressIn = async ({ api }: Browser) => (await api.auth.session.query())?.user.email;

describe('an owner whose address was changed by a thief', () => {
  test('gets the account back by a reset at the old address, which it then has again', async () => {
    await changeTo(THIEF);
    const { browser, result } = await reset(await askReset(owner.email));
    expect(result).toBe('accepted');
    expect(await addressIn(browser)).toBe(owner.email);
    expect(await owner.api.auth.session.query()).toBeNull();
    await app.container.jobs.idle();
    const told = app.emails.filter(({ subject }) => subject === 'Email address restored: your Tenfold account');
    expect(told.map(({ to }) => to).toSorted()).toEqual([owner.email, THIEF].toSorted());
  });

  test('gets it back even if somebody has signed up with the old address meanwhile', async () => {
    const pending = app.browser();
    await changeTo(THIEF);
    await pending.api.auth.signUp.mutate({ email: owner.email, password: PASSWORD });
    expect(app.emails.at(-1)?.subject).toBe('This was your Tenfold email address until recently');
    await pending.api.auth.resendConfirmation.mutate({ email: owner.email });
    expect(app.emails.at(-1)?.subject).toBe('This was your Tenfold email address until recently');
    const { browser } = await reset(await askReset(owner.email));
    expect(await addressIn(browser)).toBe(owner.email);
  });

  test('cancels the deletion that the thief asked for by restoring the old address, which was told about it', async () => {
    await changeTo(THIEF);
    await owner.api.account.askDeletion.mutate();
    await app.container.jobs.idle();
    const told = app.emails.filter(({ subject }) => subject.startsWith('Your Tenfold account will be deleted'));
    expect(told.map(({ to }) => to).toSorted()).toEqual([owner.email, THIEF].toSorted());
    const { browser } = await reset(await askReset(owner.email));
    expect((await browser.api.auth.session.query())?.deleteAfter).toBeNull();
    app.clock.advance(20 * DAY_MS);
    await purge(app);
    expect(await addressIn(await signedInAgain())).toBe(owner.email);
  });

  test('learns from the warning how to do that', async () => {
    await changeTo(THIEF);
    await app.container.jobs.idle();
    const warning = app.emails.find(({ subject }) => subject === 'Your Tenfold email address was changed');
    expect(warning?.to).toBe(owner.email);
    expect(warning?.text).toContain('/auth/forgot?notMe=true');
    await askReset(owner.email);
    expect(app.emails.at(-1)?.text).toContain('your account switches back to this address');
  });

  test('gets it back however often the thief changed it, and none of the thief’s addresses restores anything', async () => {
    await changeTo(THIEF);
    await changeTo('second@example.com');
    await changeTo('third@example.com');
    const thiefs = await askReset('third@example.com');
    const { browser } = await reset(await askReset(owner.email));
    expect(await addressIn(browser)).toBe(owner.email);
    expect((await reset(thiefs)).result).toBe('LINK_INVALID');
    for (const address of [THIEF, 'second@example.com', 'third@example.com']) {
      await askReset(address);
      const refused = { to: address, subject: 'No Tenfold account uses this email address' };
      expect(app.emails).toContainEqual(expect.objectContaining(refused));
    }
  });

  test('gets it back even if the thief resets the password first', async () => {
    await changeTo(THIEF);
    await reset(await askReset(THIEF));
    const { browser } = await reset(await askReset(owner.email));
    expect(await addressIn(browser)).toBe(owner.email);
  });

  test('is told at the old address, too, when a second factor is about to be removed', async () => {
    await changeTo(THIEF);
    await addTotp(app, owner, 'Theirs');
    await reset(await askReset(THIEF));
    await app.container.jobs.idle();
    const told = app.emails.filter(({ subject }) => subject.startsWith('Second factor will be removed'));
    expect(told.map(({ to }) => to).toSorted()).toEqual([owner.email, THIEF].toSorted());
  });

  test('sees the address among the ways in', async () => {
    await changeTo(THIEF);
    expect(await owner.api.account.waysIn.list.query()).toContainEqual(
      expect.objectContaining({ kind: 'former_email', name: owner.email, ipAddress: '127.0.0.1' }),
    );
  });
});

describe('a former address', () => {
  // PGlite has one connection, so nothing happens during a change there.
  test.runIf(process.env['TEST_DATABASE_URL'])(
    'a reset link requested while the account gets another address isn’t left to the address it had',
    async () => {
      const now = await app.clock.now();
      const link = { email: owner.email, tokenHash: 'hash', now, expiresAt: now, formerEmailCutoff: now };
      const change = await inTransaction(app.db, async (trx) => {
        await changeEmail(trx, owner.userId, 'maya@new-studio.example');
        const asked = addResetLinkFor(app.db, link);
        const isWaiting = async () => {
          const { rows } = await sql`select from pg_locks where not granted`.execute(app.db);
          return rows.length > 0;
        };
        while (!(await isWaiting())) await Promise.resolve();
        return { asked };
      });
      expect(await change.asked).toBeUndefined();
      expect(await app.db.selectFrom('email_links').selectAll().execute()).toEqual([]);
    },
  );

  test(`restores nothing ${FORMER_EMAIL_DAYS} days after it was replaced, and is deleted then`, async () => {
    await changeTo('maya@new-studio.example');
    app.clock.advance(FORMER_EMAIL_DAYS * DAY_MS);
    await askReset(owner.email);
    expect(app.emails.at(-1)?.subject).toBe('No Tenfold account uses this email address');
    await purge(app);
    expect(await app.db.selectFrom('former_emails').selectAll().execute()).toEqual([]);
  });

  test('can’t become another account’s address as long as it can be restored', async () => {
    await changeTo('maya@new-studio.example');
    const changeTheirs = async () => {
      const { api } = await aPerson(app);
      await api.account.changeEmail.mutate({ email: owner.email });
      return app.emails.findLast(({ to }) => to === owner.email)?.subject;
    };
    expect(await changeTheirs()).toBe('Someone tried to use your email address on Tenfold');
    const problem = await signInWith(app.browser(), 'google', { email: owner.email });
    expect(problem).toContain('EMAIL_WAS_REPLACED');
    app.clock.advance(FORMER_EMAIL_DAYS * DAY_MS);
    expect(await changeTheirs()).toBe('Confirm your new email address for Tenfold');
  });

  test('that became the account’s address again is no longer a former one', async () => {
    await changeTo('maya@new-studio.example');
    await changeTo(owner.email);
    const rows = await app.db.selectFrom('former_emails').select('email').execute();
    expect(rows).toEqual([{ email: 'maya@new-studio.example' }]);
  });
});
