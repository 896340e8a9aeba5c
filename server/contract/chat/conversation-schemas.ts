import { z } from 'zod';
import { conversationIdSchema, messageIdSchema } from '../ids.ts';
import { oneLine } from '../quoted-name.ts';
import { SEARCH_MAX, TITLE_MAX } from './chat.ts';

/** Where a page of conversations ends: the next one begins after it. */
export const conversationCursorSchema = z.object({ updatedAt: z.iso.datetime(), id: conversationIdSchema });

/** Which page of a conversation: the messages before or after one of them, or on both sides of it. */
export const threadPlaceSchema = z.object({ side: z.enum(['before', 'after', 'around']), messageId: messageIdSchema });

/** Where a part of an exported conversation ends, and the message that the export ends with. */
export const exportCursorSchema = z.object({
  lastId: messageIdSchema,
  createdAt: z.iso.datetime(),
  id: messageIdSchema,
});

export const searchSchema = z.object({
  text: z.string().trim().min(1).max(SEARCH_MAX),
  cursor: conversationCursorSchema.nullish(),
});

/** How many messages of a conversation a search finds at most: the newest. */
export const HITS_MAX = 1_000;
export const hitsSchema = z.object({
  conversationId: conversationIdSchema,
  text: z.string().trim().min(1).max(SEARCH_MAX),
});

/** Nothing is learned from a private conversation. */
export const privacySchema = z.object({ conversationId: conversationIdSchema, isPrivate: z.boolean() });

export const renameSchema = z.object({
  conversationId: conversationIdSchema,
  title: z
    .string()
    .overwrite(oneLine)
    .min(1, 'Please type a title.')
    .max(TITLE_MAX, `Please keep the title to ${TITLE_MAX} characters.`),
});
