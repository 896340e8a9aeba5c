import type { AssistantId } from '#contract/chat/assistants.ts';
import type { TurnFailure, TurnStatus } from '#contract/chat/chat.ts';
import type { ConversationRow } from '#db/queries/conversations.ts';
import type { Bubble } from '#db/queries/messages.ts';

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
  feedback: 'up' | 'down' | null;
};

export function toConversation({ id, assistantId, title, createdAt, updatedAt }: ConversationRow): ConversationDto {
  return { id, assistantId, title, createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() };
}

export function toMessage({ id, role, content, createdAt, status, failure, feedback }: Bubble): MessageDto {
  const sentAt = new Date(createdAt).toISOString();
  return { id, role, content, createdAt: sentAt, status: status ?? 'complete', failure, feedback };
}
