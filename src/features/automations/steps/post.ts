import { MessageSquare } from 'lucide-react';
import type { StepOf } from '#contract/automations/steps.ts';
import { assistantById } from '#contract/chat/assistants.ts';
import { sentText, type StepView } from './step-view.ts';

export const post: StepView<StepOf<'post'>> = {
  icon: MessageSquare,
  name: 'Put it into a conversation',
  hint: 'As a message from a teammate.',
  begin: ({ id, assistantId, text }) => ({ kind: 'post', id, assistantId, text }),
  showsSamples: true,
  told: ({ assistantId }) => {
    const { name } = assistantById(assistantId);
    return {
      done: `The message is in the conversation with ${name}`,
      doing: `Posting to the conversation with ${name}`,
      failed: 'The message couldn’t be posted',
      unknown: 'The message may have been posted',
    };
  },
  said: sentText,
};
