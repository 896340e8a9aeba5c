import type { AssistantId } from '#contract/chat/assistants.ts';
import type { AttachedSource } from '#db/queries/brain/attached-sources.ts';
import type { Opening } from '#db/queries/chat/open-turn.ts';
import type { TurnIds } from '#db/queries/chat/turn-context.ts';
import type { Version } from '#db/queries/chat/versions.ts';
import { toConversation, toMessage, versionsOf, type ConversationDto, type MessageDto } from '../chat.dto.ts';

/** The turn as the person sees it: the question and the answer so far. */
export type Shown = { conversation: ConversationDto; question: MessageDto; answer: MessageDto };

export function showTurn(
  {
    assistantId,
    ids,
    title,
    isPrivate,
    createdAt,
    attempt,
    follows,
    now,
  }: { assistantId: AssistantId; ids: TurnIds; now: Date } & Opening,
  question: { text: string; askedAt: string; files: AttachedSource[]; isPrivate: boolean },
  answer: { text: string; answeredAt: string },
  /** All versions of the exchange, this one included. */
  all: readonly Version[] = [],
): Shown {
  const common = { failure: null, feedback: null, isPrivate: question.isPrivate };
  const { question: questions, answer: answers, keptMessages } = versionsOf(all, ids.answerId);
  const asked = {
    ...common,
    id: ids.questionId,
    role: 'user' as const,
    content: question.text,
    createdAt: question.askedAt,
    files: question.files,
  };
  const answered = {
    ...common,
    id: ids.answerId,
    role: 'assistant' as const,
    content: answer.text,
    createdAt: answer.answeredAt,
    files: [],
  };
  return {
    conversation: toConversation({ id: ids.conversationId, assistantId, title, isPrivate, createdAt, updatedAt: now }),
    question: toMessage({ ...asked, status: null, attempt: null }, { follows, versions: questions, keptMessages }),
    answer: toMessage(
      { ...answered, status: 'streaming', attempt },
      { follows: ids.questionId, versions: answers, keptMessages: null },
    ),
  };
}
