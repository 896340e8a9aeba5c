import type { AnswerEvent, TurnFailure, TurnStatus } from '#contract/chat/chat.ts';

/** The part of an answer that events change. */
export type AnswerState = { attempt: number; content: string; status: TurnStatus; failure: TurnFailure | null };

/**
 * Applies one event to an answer. Offsets make duplicate and overlapping pieces harmless, and a new attempt takes the place of the text of
 * the one before. Returns the same object when nothing changes, and `gap` when the event doesn't follow what is here: a piece is missing
 * before it, or it is about an earlier attempt.
 */
export function applyAnswerEvent<T extends AnswerState>(answer: T, event: AnswerEvent): T | 'gap' {
  const { attempt } = event;
  if (attempt > answer.attempt && event.type === 'text' && event.offset === 0)
    return { ...answer, attempt, content: event.text, status: 'streaming', failure: null };
  if (attempt !== answer.attempt) return 'gap';
  if (event.type === 'end') {
    const isSame = answer.status === event.status && answer.failure === event.failure;
    return isSame ? answer : { ...answer, status: event.status, failure: event.failure };
  }
  const have = answer.content.length;
  if (event.offset > have) return 'gap';
  const fresh = event.text.slice(have - event.offset);
  return fresh === '' ? answer : { ...answer, content: answer.content + fresh };
}

/** Applies an event to the answer with this id in a list of messages, leaving every other message alone. */
export function applyToMessage<T extends AnswerState & { id: string }>(
  messages: T[],
  messageId: string,
  event: AnswerEvent,
): T[] | 'gap' {
  const index = messages.findIndex((message) => message.id === messageId);
  const answer = messages[index];
  if (!answer) return messages;
  const next = applyAnswerEvent(answer, event);
  if (next === 'gap') return 'gap';
  return next === answer ? messages : messages.with(index, next);
}
