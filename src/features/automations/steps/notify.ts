import { Bell } from 'lucide-react';
import type { StepOf } from '#contract/automations/steps.ts';
import { sentText, type StepView } from './step-view.ts';

export const notify: StepView<StepOf<'notify'>> = {
  icon: Bell,
  name: 'Notify me',
  hint: 'One line in the bell.',
  begin: ({ id, text }) => ({ kind: 'notify', id, text }),
  showsSamples: true,
  told: () => ({
    done: 'You were notified',
    doing: 'Notifying you',
    failed: 'You couldn’t be notified',
    unknown: 'You may have been notified',
  }),
  said: sentText,
};
