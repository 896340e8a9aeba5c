import { Repeat } from 'lucide-react';
import type { StepOf } from '#contract/automations/steps.ts';
import type { StepView } from './step-view.ts';

export const loop: StepView<StepOf<'loop'>> = {
  icon: Repeat,
  name: 'Go through a list',
  hint: 'The same steps for each item.',
  begin: ({ id }) => ({ kind: 'loop', id, over: '', max: 10, steps: [] }),
  told: () => ({
    done: 'Went through a list',
    doing: 'Going through a list',
    failed: 'The list couldn’t be worked through',
    unknown: 'The list may have been worked through',
  }),
  toldDone: (_step, { output }) => {
    const count = Number(output['count'] ?? 0);
    return `Went through ${count === 1 ? '1 item' : `${count} items`}`;
  },
};
