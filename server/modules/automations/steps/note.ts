import { STATEMENT_MAX } from '#contract/brain/brain.ts';
import type { StepOf } from '#contract/automations/steps.ts';
import { uuid8Of } from '#server/lib/crypto/secrets.ts';
import type { BrainService } from '#server/modules/brain/brain.service.ts';
import { plainLine } from './plain-values.ts';
import { StepError, wouldFail, type StepHandler } from './step-handler.ts';
import { draftText, type StepTraits } from './step-traits.ts';

const SECRET = 'This looks like a password, key, or card number, so it wasn’t added to the Brain.';
const FULL = 'Your team already remembers as much as it can. Forget what you no longer need, then retry.';
const EMPTY = 'There was nothing to remember: the text was empty.';

export const noteTraits: StepTraits<StepOf<'note'>> = {
  read: ({ text }, id) => ({ kind: 'note', id, text: draftText(text) }),
  write: ({ text }) => ({ text }),
  next: () => 'it’s suggested to the Brain',
};

/** A fact for the Brain, which its owner confirms or forgets. */
export function createNoteStep({
  brain,
}: {
  brain: Pick<BrainService, 'holdsSecret' | 'suggest'>;
}): StepHandler<StepOf<'note'>> {
  return {
    effect: 'inside',
    timeLimitMs: 10_000,

    run: async (step, context) => {
      const { userId, effectId, automation, run, now } = context;
      const chain = [...new Set([...run.chain, automation.id])];
      const statement = plainLine(context.fill(step.text), STATEMENT_MAX);
      if (statement === '') throw new StepError(EMPTY);
      if (brain.holdsSecret(statement)) throw new StepError(SECRET);
      const fact = { id: uuid8Of(`fact ${effectId}`), automationId: automation.id, statement, chain, now };
      return {
        kind: 'done',
        input: { text: statement },
        output: {},
        inTransaction: async (trx) => {
          await context.take('facts', trx);
          if (!(await brain.suggest(trx, userId, fact))) throw new StepError(FULL);
        },
      };
    },

    rehearse: async (step, { fill }) => {
      const statement = plainLine(fill(step.text), STATEMENT_MAX);
      if (statement === '') return wouldFail(EMPTY);
      const isSecret = brain.holdsSecret(statement);
      const text = isSecret
        ? 'It would fail: this looks like a password, key, or card number.'
        : 'It would be suggested to the Brain, for you to confirm.';
      return { outcome: isSecret ? 'stops' : 'would', text, body: isSecret ? null : statement, output: {} };
    },
  };
}
