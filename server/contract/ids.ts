import { z } from 'zod';

/**
 * An id that comes from outside, in the one spelling that the database uses: compared as text, an uppercase id would be
 * a different one. Write `z.optional(idSchema)`, not `idSchema.optional()`: the build knows only calls on `z` as
 * pure, and would load zod on every page.
 */
export const idSchema = z.uuid().toLowerCase();

// Branded ids: an id of one table can't be taken for an id of another. Inputs stay plain text; what a schema has read
// is branded, and so is a new id: `turnIdSchema.parse(randomUUID())`.
export const userIdSchema = z.uuid().toLowerCase().brand<'users'>();
export const conversationIdSchema = z.uuid().toLowerCase().brand<'conversations'>();
export const messageIdSchema = z.uuid().toLowerCase().brand<'messages'>();
export const turnIdSchema = z.uuid().toLowerCase().brand<'turns'>();
export const factorIdSchema = z.uuid().toLowerCase().brand<'factors'>();
export const challengeIdSchema = z.uuid().toLowerCase().brand<'factor_challenges'>();

export type UserId = z.output<typeof userIdSchema>;
export type ConversationId = z.output<typeof conversationIdSchema>;
export type MessageId = z.output<typeof messageIdSchema>;
export type TurnId = z.output<typeof turnIdSchema>;
export type FactorId = z.output<typeof factorIdSchema>;
export type ChallengeId = z.output<typeof challengeIdSchema>;
