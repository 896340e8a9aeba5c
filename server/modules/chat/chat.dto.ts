import type { AssistantId } from '#contract/chat/assistants.ts';
import type { TurnFailure, TurnStatus } from '#contract/chat/chat.ts';
import type { ConversationRow } from '#db/queries/chat/conversations.ts';
import type { Bubble, Thread } from '#db/queries/chat/messages.ts';

export type ConversationDto = {
  id: string;
  assistantId: AssistantId;
  title: string;
  createdAt: string;
  updatedAt: string;
};
export type MessageDto = {
  id: string;
  role: 'user' | 'assistant';
  content: string;
  createdAt: string;
  status: TurnStatus;
  failure: TurnFailure | null;
  /** The number of the attempt at this answer, counted from 1; 0 for a question. With the length of `content`, a reader's position. */
  attempt: number;
  feedback: 'up' | 'down' | null;
  /** The answers of all versions of this exchange, oldest first; empty if there is one only. Questions have none. */
  versions: string[];
};

export function toConversation({ id, assistantId, title, createdAt, updatedAt }: ConversationRow): ConversationDto {
  return { id, assistantId, title, createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() };
}

export function toMessage(bubble: Bubble, versions: string[] = []): MessageDto {
  const { createdAt, status, attempt, ...rest } = bubble;
  const sentAt = new Date(createdAt).toISOString();
  return { ...rest, createdAt: sentAt, status: status ?? 'complete', attempt: attempt ?? 0, versions };
}

/** The answers of all versions, by each of them, oldest first. */
export function versionsOf(later: Thread['versions']): Map<string, string[]> {
  const byFirst = new Map<string, string[]>();
  for (const { firstId, answerId } of later) byFirst.set(firstId, [...(byFirst.get(firstId) ?? [firstId]), answerId]);
  return new Map([...byFirst.values()].flatMap((group) => group.map((id) => [id, group] as const))); // reason: a pair, not a list
}
