import { Webhook } from 'lucide-react';
import type { StepOf } from '#contract/automations/steps.ts';
import type { StepView } from './step-view.ts';

const hostOf = (url: string) => /^https?:\/\/([^\s/?#]+)/.exec(url)?.[1] ?? 'The address';

export const webhook: StepView<StepOf<'webhook'>> = {
  icon: Webhook,
  name: 'Call another program',
  hint: 'A signed call to a web address.',
  begin: ({ id, text }) => ({
    kind: 'webhook',
    id,
    url: '',
    fields: text === '' ? [] : [{ name: 'text', value: text }],
    recognizesRepeats: false,
  }),
  told: ({ url }) => {
    const host = hostOf(url);
    return {
      done: `${host} was called`,
      doing: `Calling ${host}`,
      failed: `Calling ${host} didn’t work`,
      unknown: `${host} may have been called`,
    };
  },
  remedy: 'Check that the address answers, or change it. Then retry.',
  change: 'Change the address',
};
