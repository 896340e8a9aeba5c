import { Hourglass } from 'lucide-react';
import type { StepOf } from '#contract/automations/steps.ts';
import type { StepView } from './step-view.ts';

export const wait: StepView<StepOf<'wait'>> = {
  icon: Hourglass,
  name: 'Wait',
  hint: 'For a while, or until a time.',
  begin: ({ id }) => ({ kind: 'wait', id, until: { kind: 'duration', minutes: 60 } }),
  told: () => ({ done: 'Waited', doing: 'Waiting', failed: 'Waiting failed', unknown: 'It may have waited' }),
  isAWait: true,
};
