import { beforeEach, describe, expect, test } from 'vitest';
import { BUDGET_NAMES, BUDGETS, UNPAID_CALLS_TO_ONE_HOST, type BudgetName } from '#contract/billing/budgets.ts';
import type { UserId } from '#db/types.gen.ts';
import { getProfile } from '#db/queries/identity/profiles.ts';
import { holdAccount, listLargestUse } from '#db/queries/usage/budgets.ts';
import { haveAllUsed, usedOf, useUp } from '#tests/support/usage.ts';
import { aPerson } from '#tests/support/people.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';

const DAY_MS = 24 * 60 * 60_000;
const { calls, bell_lines: bellLines, pushes } = BUDGETS;
let app: TestApp;
beforeEach(async () => {
  app = await createTestApp();
});
const budgets = () => app.container.services.budgets;
async function accountOf({ userId }: { userId: UserId }) {
  return { userId, access: await app.container.services.profile.accessOf(await getProfile(app.db, userId)) };
}
const aFreePerson = async () => accountOf(await aPerson(app, { plan: 'free' }));
const aPersonOf = ({ userId }: { userId: UserId }) =>
  app.db.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirstOrThrow();
const take = async (account: Awaited<ReturnType<typeof aFreePerson>>, budget: BudgetName) =>
  budgets().take(account, budget);

describe('a daily budget', () => {
  test('a daily budget is never exceeded, no matter how many take from it at once, and it resets each day', async () => {
    const maya = await aFreePerson();
    await useUp(app, maya.userId, 'calls', { left: 3 });
    const taken = await Promise.allSettled(Array.from({ length: 20 }, () => take(maya, 'calls')));
    expect(taken.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    expect(await usedOf(app, maya.userId, 'calls')).toBe(calls.perAccount.free);
    await expect(take(maya, 'calls')).rejects.toMatchObject({
      code: 'BUDGET_USED_UP',
      text: 'Automations can call other systems up to 200 times a day. A larger plan allows more.',
      until: new Date(Date.UTC(2026, 10, 17)),
    });
    app.clock.advance(DAY_MS);
    await take(maya, 'calls');
    expect(await usedOf(app, maya.userId, 'calls')).toBe(1);
  });

  test('each account has its own budget, and a larger one on a larger plan', async () => {
    const [maya, tom] = [await aFreePerson(), await accountOf(await aPerson(app, { plan: 'pro' }))];
    for (const { userId } of [maya, tom]) await useUp(app, userId, 'calls');
    await expect(take(maya, 'calls')).rejects.toThrow('BUDGET_USED_UP');
    await take(tom, 'calls');
    await take(await aFreePerson(), 'calls');
  });

  test('the error doesn’t suggest a larger plan if the budget is the same on all plans', async () => {
    const maya = await aFreePerson();
    await useUp(app, maya.userId, 'emails_to_others');
    await expect(take(maya, 'emails_to_others')).rejects.toMatchObject({
      text: 'Automations can send other people up to 100 emails a day.',
    });
  });

  test('a budget is smaller on the first day of a trial', async () => {
    const maya = await aPerson(app);
    await useUp(app, maya.userId, 'calls', { left: -300 });
    await expect(take(await accountOf(maya), 'calls')).rejects.toThrow('BUDGET_USED_UP');
    app.clock.advance(DAY_MS);
    await useUp(app, maya.userId, 'calls', { left: -300 });
    await take(await accountOf(maya), 'calls');
  });

  test('once half of everyone’s budget is used up, the rest is reserved for accounts that have used little of it', async () => {
    const [busy, quiet] = [await aFreePerson(), await aFreePerson()];
    await useUp(app, busy.userId, 'pushes', { left: pushes.perAccount.free - pushes.share });
    await haveAllUsed(app, 'pushes', pushes.everyone / 2);
    await expect(take(busy, 'pushes')).rejects.toMatchObject({
      text: 'We’ve reached today’s limit on this for all our customers combined.',
    });
    // A refused request doesn't count.
    expect(await usedOf(app, busy.userId, 'pushes')).toBe(pushes.share);
    await take(quiet, 'pushes');
    await haveAllUsed(app, 'pushes', pushes.everyone);
    await expect(take(quiet, 'pushes')).rejects.toThrow('BUDGET_USED_UP');
    expect(await usedOf(app, quiet.userId, 'pushes')).toBe(1);
  });

  test('the same holds for budgets of small writes, where everyone’s total is the sum of the accounts’ counts', async () => {
    const [all, busy, quiet] = [await aFreePerson(), await aFreePerson(), await aFreePerson()];
    await useUp(app, all.userId, 'bell_lines', { left: bellLines.perAccount.free - bellLines.everyone / 2 });
    await useUp(app, busy.userId, 'bell_lines', { left: bellLines.perAccount.free - bellLines.share });
    await expect(take(busy, 'bell_lines')).rejects.toMatchObject({
      text: 'We’ve reached today’s limit on this for all our customers combined.',
    });
    expect(await usedOf(app, busy.userId, 'bell_lines')).toBe(bellLines.share);
    await take(quiet, 'bell_lines');
  });

  test('what definitely didn’t happen is given back to the budget', async () => {
    const maya = await aFreePerson();
    await useUp(app, maya.userId, 'emails_to_others');
    await budgets().giveBack(maya.userId, 'emails_to_others', await app.clock.now());
    await take(maya, 'emails_to_others');
    await expect(take(maya, 'emails_to_others')).rejects.toThrow('BUDGET_USED_UP');
  });

  test('an account that the operator has put on hold can’t take from any budget', async () => {
    const maya = await aFreePerson();
    const { email } = await aPersonOf(maya);
    expect(await holdAccount(app.db, email.toUpperCase(), new Date())).toBe(true);
    await expect(take(maya, 'calls')).rejects.toMatchObject({ text: 'Your account is on hold. Please contact us.' });
    expect(await usedOf(app, maya.userId, 'calls')).toBe(0);
    await holdAccount(app.db, email, null);
    await take(maya, 'calls');
    expect(await holdAccount(app.db, 'nobody@studio.example', null)).toBe(false);
  });

  test('the operator sees which accounts use the most of each budget', async () => {
    const [maya, tom] = [await aFreePerson(), await aFreePerson()];
    await useUp(app, maya.userId, 'calls', { left: 50 });
    await useUp(app, tom.userId, 'calls', { left: 100 });
    await take(tom, 'posts');
    const day = '2026-11-16';
    const largest = await listLargestUse(app.db, { day, limit: 1 });
    expect(largest.map(({ budget, used, userId }) => [budget, used, userId])).toEqual([
      ['calls', 150, maya.userId],
      ['posts', 1, tom.userId],
    ]);
  });

  test('owners see how much of each budget they have used, and when it resets', async () => {
    const maya = await aPerson(app, { plan: 'free' });
    await take(await accountOf(maya), 'calls');
    const { renewsAt, budgets: shown } = await maya.api.usage.today.query();
    expect(renewsAt).toBe('2026-11-17T00:00:00.000Z');
    expect(shown).toHaveLength(BUDGET_NAMES.length);
    expect(shown).toContainEqual({
      budget: 'calls',
      label: 'Calls to other systems',
      used: 1,
      most: calls.perAccount.free,
    });
    expect(shown).toContainEqual(
      expect.objectContaining({ budget: 'posts', used: 0, most: BUDGETS.posts.perAccount.free }),
    );
    app.clock.advance(DAY_MS);
    const tomorrow = await maya.api.usage.today.query();
    expect(tomorrow.budgets.every(({ used }) => used === 0)).toBe(true);
  });

  test('the counts of a day are deleted once it’s over', async () => {
    const maya = await aFreePerson();
    await take(maya, 'calls');
    await budgets().purge();
    expect(await usedOf(app, maya.userId, 'calls')).toBe(1);
    app.clock.advance(DAY_MS);
    await budgets().purge();
    expect(await usedOf(app, maya.userId, 'calls')).toBe(0);
  });
});

describe('calls to one host', () => {
  const HOST = 'shop.example';

  test('all accounts without a paid plan can make 5,000 calls a day to one host, and paying customers aren’t affected', async () => {
    const maya = await aFreePerson();
    await budgets().takeCall(maya, HOST);
    await haveAllUsed(app, `calls to ${HOST}`, UNPAID_CALLS_TO_ONE_HOST);
    await expect(budgets().takeCall(maya, HOST)).rejects.toMatchObject({
      text: `We’ve reached today’s limit on calls to ${HOST} from accounts without a paid plan. A paid plan allows more.`,
    });
    expect(await usedOf(app, maya.userId, 'calls')).toBe(1);
    await budgets().takeCall(maya, 'other.example');
    await budgets().takeCall(await accountOf(await aPerson(app, { plan: 'starter' })), HOST);
  });
});
