import { randomUUID } from 'node:crypto';
import { fillValues, type Value } from '#contract/automations/values.ts';
import { getProfile } from '#db/queries/identity/profiles.ts';
import { inTransaction } from '#db/transaction.ts';
import type { UserId } from '#db/types.gen.ts';
import type { RehearsalContext, StepContext, StepOutcome } from '#server/modules/automations/steps/step-handler.ts';
import type { TestApp } from '#tests/support/test-app.ts';

type Given = Partial<Omit<StepContext, 'fill' | 'valueOf'>> & { values?: Record<string, Value> };

/** What a step is given that is carried out on its own. `values` are by `step.field`. */
export async function aStepContext(
  app: TestApp,
  userId: UserId,
  { values = {}, ...given }: Given = {},
): Promise<StepContext> {
  const profile = await getProfile(app.db, userId);
  const valueOf = (reference: string) => values[reference];
  const { budgets, profile: profiles } = app.container.services;
  const account = { userId, access: await profiles.accessOf(profile) };
  return {
    ...account,
    timeZone: 'Europe/Berlin',
    automation: { id: randomUUID(), name: 'Morning post' },
    run: { id: randomUUID(), chain: [] },
    key: 's1',
    effectId: randomUUID(),
    attempt: 1,
    waiting: null,
    now: await app.clock.now(),
    fill: (text) => fillValues(text, valueOf),
    valueOf,
    beforeCall: async () => undefined,
    take: (budget, trx) => budgets.take(account, budget, trx),
    takeCall: (host) => budgets.takeCall(account, host),
    giveBack: async (budget) => budgets.giveBack(userId, budget, await app.clock.now()),
    signal: new AbortController().signal,
    ...given,
  };
}

/** The same for a rehearsal. `answers` is how many answers may really be written. */
export async function aRehearsal(
  app: TestApp,
  userId: UserId,
  { answers = 0, ...given }: Given & { answers?: number } = {},
): Promise<RehearsalContext> {
  let left = answers;
  return { ...(await aStepContext(app, userId, given)), takeAnswer: () => (left -= 1) >= 0 };
}

/** Ends a step like the engine does: with what it changes in its transaction. */
export async function settle(app: TestApp, outcome: StepOutcome): Promise<StepOutcome> {
  await inTransaction(app.db, async (trx) => outcome.inTransaction?.(trx));
  return outcome;
}
