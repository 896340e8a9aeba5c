import type { ResumeMode, TurnStatus } from '#contract/chat/chat.ts';

/** What can be done about an answer: nothing where it is whole or still on its way, and there is nothing to go on from without text. */
export function resumeModes({ status, content }: { status: TurnStatus; content: string }): ResumeMode[] {
  if (status === 'streaming' || status === 'complete') return [];
  return content.trim() === '' ? ['retry'] : ['continue', 'retry'];
}
