import type { AssistantId } from '#contract/chat/assistants.ts';
import type { OfferedMessageRow } from '#db/queries/brain/offered.ts';
import type { PassageRow } from '#db/queries/brain/source-passages.ts';
import { toPassage, type PassageDto } from './brain.dto.ts';

/** A passage that an answer was given. Its text is read on demand. */
export type OfferedPassageDto = Omit<PassageDto, 'text'>;

/** A message of another conversation that an answer was given. Answers cite it by its place among those, counted from 1. */
export type OfferedMessageDto = {
  id: string;
  conversationId: string;
  title: string;
  assistantId: AssistantId;
  role: 'user' | 'assistant';
  createdAt: string;
};

export function toOfferedPassage(row: PassageRow): OfferedPassageDto {
  const { text: _, ...passage } = toPassage(row);
  return passage;
}

export const toOfferedMessage = (row: OfferedMessageRow): OfferedMessageDto => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
});
