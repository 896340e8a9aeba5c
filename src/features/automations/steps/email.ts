import { Mail } from 'lucide-react';
import { IN_BELL } from '#contract/automations/automation-texts.ts';
import type { StepOf } from '#contract/automations/steps.ts';
import type { StepView } from './step-view.ts';

export const email: StepView<StepOf<'email'>> = {
  icon: Mail,
  name: 'Send an email',
  hint: 'To you, or to an address that agreed.',
  begin: ({ id, text, automationName }) => ({ kind: 'email', id, to: 'me', subject: automationName, body: text }),
  showsSamples: true,
  uses: ({ to }, ownerEmail) =>
    to === 'me' || to.toLowerCase() === ownerEmail.toLowerCase() ? 'emailsToMe' : 'emailsToOthers',
  told: () => ({
    done: 'The email went out',
    doing: 'Sending the email',
    failed: 'The email didn’t go out',
    unknown: 'The email may have gone out',
  }),
  toldDone: (_step, { input }) => (input['to'] === IN_BELL ? 'The email is in the bell instead' : null),
  line: ({ input: { to, subject } }) =>
    typeof subject === 'string' ? `To ${to === 'me' ? 'you' : String(to)}: ${subject}` : null,
  hidesSentence: true,
  remedy: 'Check the address, or send it to another one. Then retry.',
  change: 'Change the address',
};
