import type { AnswerEvent, TurnFailure, TurnStatus } from '#contract/chat/chat.ts';

/** The part of an answer that events change. */
export type AnswerState = { content: string; status: TurnStatus; failure: TurnFailure | null };

/**
 * Applies one event to an answer. Offsets make it safe to hear a piece twice or in overlapping parts.
 * Returns the same object when nothing changes, and `gap` when a piece is missing before this one.
 */
export function applyAnswerEvent<T extends AnswerState>(answer: T, event: AnswerEvent): T | 'gap' {
  if (event.type === 'end') {
    const isSame = answer.status === event.status && answer.failure === event.failure;
    return isSame ? answer : { ...answer, status: event.status, failure: event.failure };
  }
  const have = answer.content.length;
  if (event.offset > have) return 'gap';
  const fresh = event.text.slice(have - event.offset);
  return fresh === '' ? answer : { ...answer, content: answer.content + fresh };
}

/** Applies an event to the answer with this id in a list of messages, leaving every other message as it is. */
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
