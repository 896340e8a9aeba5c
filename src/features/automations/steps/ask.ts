import { MessageSquare } from 'lucide-react';
import type { StepOf } from '#contract/automations/steps.ts';
import { assistantById } from '#contract/chat/assistants.ts';
import { firstText, type StepView } from './step-view.ts';

export const ask: StepView<StepOf<'ask'>> = {
  icon: MessageSquare,
  name: 'Ask a teammate',
  hint: 'They write an answer. Uses one message.',
  begin: ({ id, assistantId }) => ({ kind: 'ask', id, assistantId, prompt: '', parts: [] }),
  uses: () => 'messages',
  told: ({ assistantId }) => {
    const { name } = assistantById(assistantId);
    return {
      done: `${name} answered`,
      doing: `${name} is writing`,
      failed: `${name} couldn’t answer`,
      unknown: `${name} may have answered`,
    };
  },
  said: ({ output }) => firstText(output, 'answer') ?? firstText(output, ...Object.keys(output)),
};
