import type { AssistantId } from '#contract/chat/assistants.ts';
import type { OfferedMessageRow, OfferedPassageRow } from '#db/queries/brain/offered.ts';

/** A passage of a document or page that an answer was given. Its text is read on demand. */
export type OfferedPassageDto = {
  id: string;
  /** How answers cite it: `citationOf('passage', number)`. */
  number: number;
  sourceId: string;
  sourceName: string;
  kind: 'file' | 'page' | 'site';
  /** The page that it's from; null for a file. */
  url: string | null;
  headings: string[];
  place: { page: number | null; sheet: string | null; row: number | null };
  readAt: string | null;
};

/** A message of another conversation that an answer was given. Answers cite it by its place among those, counted from 1. */
export type OfferedMessageDto = {
  id: string;
  conversationId: string;
  title: string;
  assistantId: AssistantId;
  role: 'user' | 'assistant';
  createdAt: string;
};

export function toOfferedPassage({ page, sheet, rows, readAt, ...passage }: OfferedPassageRow): OfferedPassageDto {
  const place = { page, sheet, row: rows[0] ?? null };
  return { ...passage, place, readAt: readAt?.toISOString() ?? null };
}

export function toOfferedMessage({ assistantId, createdAt, ...message }: OfferedMessageRow): OfferedMessageDto {
  return {
    ...message,
    assistantId: assistantId as AssistantId, // reason: only assistants have conversations
    createdAt: createdAt.toISOString(),
  };
}
