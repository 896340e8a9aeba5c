import type { AnswerState } from '../answers/answer-events.ts';

const isBeginningOf = (start: string, whole: string) => start.length < whole.length && whole.startsWith(start);

/**
 * What to show when the server's word about an answer comes after what was shown already. Its saved text can be up to a
 * second behind the stream, and after a crash that second is all there is: then the screen keeps what it showed. A whole
 * answer counts as the server has it, and so does one that was taken up again (retry, continue).
 */
export function keepShown<T extends AnswerState>(shown: T, told: T): T {
  if (!isBeginningOf(told.content, shown.content) || told.status === 'complete') return told;
  if (shown.status === 'complete') return { ...told, content: shown.content, status: 'complete', failure: null };
  const isTakenUp = shown.status !== 'streaming' && told.status === 'streaming';
  return isTakenUp ? told : { ...told, content: shown.content };
}

/** The same for a list of messages. */
export function keepShownMessages<T extends AnswerState & { id: string }>(shown: T[], told: T[]): T[] {
  const known = new Map(shown.map((message) => [message.id, message]));
  return told.map((message) => {
    const before = known.get(message.id);
    return before ? keepShown(before, message) : message;
  });
}
