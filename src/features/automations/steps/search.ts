import { Search } from 'lucide-react';
import type { StepOf } from '#contract/automations/steps.ts';
import type { StepView } from './step-view.ts';

export const search: StepView<StepOf<'search'>> = {
  icon: Search,
  name: 'Look in the Brain',
  hint: 'Facts and documents about something.',
  begin: ({ id }) => ({ kind: 'search', id, query: '' }),
  told: () => ({
    done: 'Looked in the Brain',
    doing: 'Looking in the Brain',
    failed: 'The Brain couldn’t be searched',
    unknown: 'The Brain may have been searched',
  }),
};
