import type { AnswerState } from '../answers/answer-events.ts';

const isBeginningOf = (start: string, whole: string) => start.length < whole.length && whole.startsWith(start);

/**
 * What to show when a read of an answer arrives after its stream. The saved text can be up to a second behind, and after a crash
 * it never catches up: then the screen keeps what it showed. A complete answer is shown as the server has it. Of two attempts, the later
 * one is shown: a stream can be ahead of a read.
 */
export function mergeAnswer<T extends AnswerState>(shown: T, fetched: T): T {
  if (fetched.attempt !== shown.attempt) return fetched.attempt > shown.attempt ? fetched : shown;
  if (!isBeginningOf(fetched.content, shown.content) || fetched.status === 'complete') return fetched;
  if (shown.status === 'complete') return { ...fetched, content: shown.content, status: 'complete', failure: null };
  return { ...fetched, content: shown.content };
}

/** The same for a list of messages. */
export function mergeMessages<T extends AnswerState & { id: string }>(shown: T[], fetched: T[]): T[] {
  const known = new Map(shown.map((message) => [message.id, message]));
  return fetched.map((message) => {
    const before = known.get(message.id);
    return before ? mergeAnswer(before, message) : message;
  });
}

type Said = { id: string; role: 'user' | 'assistant' };

/** Removes the exchanges starting at `index`. A teammate's post without a question is part of every version. */
export function withoutExchanges<T extends Said>(messages: T[], index: number): T[] {
  const isPost = (at: number) => messages[at]?.role === 'assistant' && messages[at - 1]?.role !== 'user';
  return messages.filter((_message, at) => at < index || isPost(at));
}

/** Without the exchange that this answer belongs to, and those after it. */
export function withoutReplaced<T extends Said>(messages: T[], answerId: string): T[] {
  const index = messages.findIndex(({ id }) => id === answerId);
  return index === -1 ? messages : withoutExchanges(messages, Math.max(index - 1, 0));
}
