import { Repeat } from 'lucide-react';
import type { StepOf } from '#contract/automations/steps.ts';
import { unknownNote, type StepView } from './step-view.ts';

export const loop: StepView<StepOf<'loop'>> = {
  icon: Repeat,
  name: 'Go through a list',
  hint: 'The same steps for each item.',
  begin: ({ id }) => ({ kind: 'loop', id, over: '', max: 10, ifUnknown: 'stop', steps: [] }),
  labels: () => ({
    done: 'Went through a list',
    doing: 'Going through a list',
    failed: 'The list couldn’t be worked through',
    unknown: 'The list may have been worked through',
  }),
  subtitle: unknownNote,
  doneLabel: (_step, { output }) => {
    const [count, left] = [Number(output['count'] ?? 0), Number(output['left'] ?? 0)];
    if (left > 0) return `Went through ${count} of ${count + left} items`;
    return `Went through ${count === 1 ? '1 item' : `${count} items`}`;
  },
};
