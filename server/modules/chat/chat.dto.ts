import type { AssistantId } from '#contract/assistants.ts';
import type { TurnFailure, TurnStatus } from '#contract/chat.ts';
import type { ConversationRow } from '#db/queries/conversations.ts';
import type { MessageRow } from '#db/queries/messages.ts';

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

export function toMessage({ id, role, content, createdAt, status, failure, feedback }: MessageRow): MessageDto {
  return { id, role, content, createdAt: createdAt.toISOString(), status: status ?? 'complete', failure, feedback };
}
