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

/** Without the exchanges that these answers belong to: neither they nor their questions. */
export function withoutExchanges<T extends { id: string }>(messages: T[], answers: ReadonlySet<string>): T[] {
  if (!messages.some(({ id }) => answers.has(id))) return messages;
  const isGone = (message: T | undefined) => message !== undefined && answers.has(message.id);
  return messages.filter((message, index) => !isGone(message) && !isGone(messages[index + 1]));
}
