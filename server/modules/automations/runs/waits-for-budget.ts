import type { Values } from '#contract/automations/values.ts';
import { fullMomentText } from '#contract/dates.ts';
import type { UserId } from '#db/types.gen.ts';
import type { BudgetUsedUpError } from '#server/lib/budget-used-up.ts';
import type { StepOutcome } from '../steps/step-handler.ts';
import { tellOfBudget } from './run-notices.ts';

type About = {
  userId: UserId;
  runId: string;
  automation: { id: string; name: string };
  timeZone: string;
  input: Values;
  now: Date;
};

/** A step whose owner has used up a budget waits until it resets. The bell says so once a day for each budget. */
export function waitsForBudget(
  { budget, refusal, text, until }: BudgetUsedUpError,
  { userId, runId, automation, timeZone, input, now }: About,
): Extract<StepOutcome, { kind: 'waits' }> {
  const isHeld = refusal === 'held';
  const reason = isHeld ? text : `${text} This run continues on ${fullMomentText(until, timeZone)}.`;
  const about = { userId, automationId: automation.id, name: automation.name, now };
  return {
    kind: 'waits',
    input,
    until,
    reason,
    inTransaction: async (trx) => {
      await tellOfBudget(trx, {
        ...about,
        runId,
        reason,
        subject: isHeld ? 'hold' : `${budget} ${until.toISOString()}`,
      });
    },
  };
}
