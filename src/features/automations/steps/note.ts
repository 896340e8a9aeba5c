import { NotebookPen } from 'lucide-react';
import type { StepOf } from '#contract/automations/steps.ts';
import { sentText, type StepView } from './step-view.ts';

export const note: StepView<StepOf<'note'>> = {
  icon: NotebookPen,
  name: 'Suggest a fact to the Brain',
  hint: 'You confirm it there.',
  begin: ({ id, text }) => ({ kind: 'note', id, text }),
  showsSamples: true,
  told: () => ({
    done: 'A fact was suggested to the Brain',
    doing: 'Suggesting a fact to the Brain',
    failed: 'The fact couldn’t be suggested',
    unknown: 'The fact may have been suggested',
  }),
  said: sentText,
};
