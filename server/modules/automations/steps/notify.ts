import type { StepOf } from '#contract/automations/steps.ts';
import { addNotice } from '#db/queries/notices/notices.ts';
import { runPath } from '../runs/run-notices.ts';
import { plainLine } from './plain-values.ts';
import type { StepHandler } from './step-handler.ts';
import { draftLine, type StepTraits } from './step-traits.ts';

const LINE_MAX = 300;

export const notifyTraits: StepTraits<StepOf<'notify'>> = {
  read: ({ text }, id) => ({ kind: 'notify', id, text: draftLine(text) }),
  write: ({ text }) => ({ text }),
  next: () => 'you get a notification',
};

/** A line in the owner's bell. */
export const notifyStep: StepHandler<StepOf<'notify'>> = {
  effect: 'inside',
  timeLimitMs: 10_000,

  run: async (step, context) => {
    const { userId, effectId, automation, run, now } = context;
    const text = plainLine(context.fill(step.text), LINE_MAX) || automation.name;
    const details = {
      title: text,
      detail: automation.name,
      path: runPath(run.id),
      automation: automation.name,
      automationId: automation.id,
    };
    return {
      kind: 'done',
      input: { text },
      output: {},
      inTransaction: async (trx) => {
        await context.take('bell_lines', trx);
        await addNotice(trx, { userId, topic: 'automation_notice', subject: effectId, details, now });
      },
    };
  },

  rehearse: async (step, { fill }) => ({
    outcome: 'would',
    text: 'You would be notified in the bell.',
    body: plainLine(fill(step.text), LINE_MAX),
    output: {},
  }),
};
