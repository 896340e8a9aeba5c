import { Hand } from 'lucide-react';
import type { StepOf } from '#contract/automations/steps.ts';
import { firstText, type StepView } from './step-view.ts';

export const approve: StepView<StepOf<'approve'>> = {
  icon: Hand,
  name: 'Ask me to approve',
  hint: 'Waits until you say yes, change it, or say no.',
  begin: ({ id, text, automationName }) => ({
    kind: 'approve',
    id,
    title: automationName,
    text,
    deadline: { kind: 'hours', hours: 24 },
    ifLate: 'skip',
  }),
  showsSamples: true,
  uses: () => 'approvals',
  told: () => ({
    done: 'You answered',
    doing: 'Waiting for your answer',
    failed: 'You couldn’t be asked',
    unknown: 'You may have been asked',
  }),
  isAWait: true,
  // What was approved as it was stands above, where it was written.
  said: ({ approval, input, output }) =>
    approval?.status === 'approved' && !approval.isEdited
      ? null
      : (firstText(output, 'text') ?? firstText(input, 'text')),
};
