import { readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { BUDGETS, type BudgetName } from '#contract/billing/budgets.ts';
import { QUEUE_NAMES, type QueueName } from '#server/jobs/queues.ts';
import { UNCOUNTED_CHANGES } from '#server/modules/usage/weight-of-change.ts';
import { appRouter } from '#server/trpc/root.ts';
import { aPerson } from '#tests/support/people.ts';
import { refusal } from '#tests/support/refusal.ts';
import { createTestApp } from '#tests/support/test-app.ts';
import { useUp } from '#tests/support/usage.ts';
import { COUNTS, type CountName, type Effect } from './counts.ts';
import { EFFECTS_OF_JOBS, EFFECTS_OF_MUTATIONS } from './effects.ts';
import { createWalk, type Caused } from './walk.ts';
import { worstDayTable } from './worst-day.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const MUTATIONS = Object.entries(
  appRouter._def.procedures as unknown as Record<string, { _def: { type: string } }>, // reason: tRPC types the record by name only
).flatMap(([path, { _def }]) => (_def.type === 'mutation' ? [path] : []));

/** Mutations before the sign-in is complete: attempts per network or account are limited. */
const BEFORE_SIGN_IN = /^(?:auth\.|account\.confirmEmailChange|billing\.|newsletter\.|contact\.|crashes\.|visitor\.)/;
/** Jobs that this test doesn't start, and the tests that run them. */
const RUN_ELSEWHERE: Partial<Record<QueueName, string>> = {
  'stripe-sync': 'server/modules/billing/sync',
  refund: 'server/modules/billing',
  'pay-page': 'server/modules/billing/checkout',
  'guest-purchase': 'server/modules/billing/checkout',
  'guest-email': 'server/modules/billing/checkout',
  'operator-email': 'server/modules/operator',
  'newsletter-issue': 'server/modules/newsletter',
  'account-deletion': 'server/modules/account',
  'account-email': 'server/modules/auth/late-emails.test.ts',
  'farewell-email': 'server/modules/account',
  'digest-email': 'server/modules/notifications/notification-emails.test.ts',
  'file-reading': 'server/modules/brain/brain-budgets.test.ts',
  'source-reading': 'server/modules/brain/sources',
  'automation-event': 'server/modules/automations/events',
  'automation-due': 'server/modules/automations/schedule',
  summary: 'server/modules/brain/summaries.test.ts',
};

/** Effects that none of these counts bound: a budget bounds only what was taken from it. */
const unbounded = ({ effects, taken }: Caused, counts: readonly CountName[]): Effect[] => {
  const isTaken = (name: CountName) => !(name in BUDGETS) || taken.includes(name as BudgetName); // reason: just checked
  return effects.filter((effect) => !counts.some((name) => COUNTS[name].effect === effect && isTaken(name)));
};
/** The same for all runs of a queue's jobs. */
const unboundedOf = (runs: readonly Caused[], queue: QueueName): Effect[] => [
  ...new Set(runs.flatMap((caused) => unbounded(caused, EFFECTS_OF_JOBS[queue]))),
];

test('every mutation and every job causes only what a count bounds, and changes are counted', async () => {
  const walk = await createWalk();
  const wrong: unknown[] = [];
  for (const path of MUTATIONS) {
    const { status, changes, ...caused } = await walk.call(path);
    const found = unbounded(caused, EFFECTS_OF_MUTATIONS[path] ?? []);
    const isUncounted = path in UNCOUNTED_CHANGES || (BEFORE_SIGN_IN.test(path) && changes === 0);
    if (found.length > 0 || isUncounted !== (changes === 0) || status === 500)
      wrong.push({ path, status, changes, found });
  }
  for (const ms of [6 * MINUTE_MS, DAY_MS, 5 * DAY_MS, 2 * DAY_MS, 30 * DAY_MS]) await walk.wait(ms);
  for (const [queue, runs] of walk.ofJobs) {
    const found = unboundedOf(runs, queue);
    if (found.length > 0) wrong.push({ queue, found });
  }
  expect(wrong).toEqual([]);
  expect(QUEUE_NAMES.filter((queue) => !walk.ofJobs.has(queue) && !(queue in RUN_ELSEWHERE))).toEqual([]);
}, 120_000);

test('the test of every effect notices an email, a model call or a call to another system that nothing counts', async () => {
  const walk = await createWalk(({ container, model }) => {
    const { brain, mail, budgets } = container.services;
    vi.spyOn(budgets, 'takeCall').mockResolvedValue();
    vi.spyOn(brain, 'pin').mockImplementation(() =>
      mail.send({ id: 'planted', to: 'maya@example.com', subject: 'Pinned', text: '', html: '' }),
    );
    vi.spyOn(brain, 'applyDates').mockImplementation(
      async () => void model.requests.push(...model.requests.slice(0, 1)),
    );
  });
  const pinned = await walk.call('brain.pin');
  expect(unbounded(pinned, EFFECTS_OF_MUTATIONS['brain.pin'] ?? [])).toEqual(['emails']);
  await walk.wait(DAY_MS);
  expect(unboundedOf(walk.ofJobs.get('fact-dates') ?? [], 'fact-dates')).toEqual(['model calls']);
  expect(unboundedOf(walk.ofJobs.get('automation-run') ?? [], 'automation-run')).toEqual(['calls']);
});

test('once a day’s changes are used up, nothing can be changed, but an intruder can still be signed out', async () => {
  const app = await createTestApp();
  const maya = await aPerson(app, { plan: 'free' });
  await useUp(app, maya.userId, 'changes');
  expect(
    await refusal(maya.api.profile.update.mutate({ fullName: 'M', businessType: 'saas', businessGoals: ['sales'] })),
  ).toBe('BUDGET_USED_UP');
  await maya.api.account.endOtherSessions.mutate();
  await app.db.updateTable('profiles').set({ subscription_tier: 'pro', subscription_status: 'active' }).execute();
  await maya.api.profile.update.mutate({ fullName: 'M', businessType: 'saas', businessGoals: ['sales'] });
});

test('docs/limits.md states the most that one free account, one trial and a hundred new trials can cause in a day', () => {
  const limits = readFileSync('docs/limits.md', 'utf8').split('\n');
  expect(worstDayTable().filter((line) => !limits.includes(line))).toEqual([]);
});
