import { z } from 'zod';
import { messageIdSchema } from './ids.ts';
import type { AnswerEvent } from './chat/chat.ts';

/** How often the server sends a ping on a quiet stream, in milliseconds. */
export const PING_EVERY_MS = 4_000;
/** A stream without a sign of life for this long is dead, although no error says so. One lost or late ping doesn't make it so. In milliseconds. */
export const DEAD_AFTER_MS = 10_000;

/** The most answers that one live connection carries. */
export const FOLLOWED_MAX = 20;

/**
 * What a reader asks for: the answers they follow, each from where they are, and whether they have a bell. If an answer is named twice, the
 * last position counts.
 */
export const followSchema = z
  .object({
    answers: z
      .array(
        z.object({
          messageId: messageIdSchema,
          attempt: z.number().int().min(0).max(1_000_000),
          offset: z.number().int().min(0).max(1_000_000),
        }),
      )
      .max(FOLLOWED_MAX),
    bell: z.boolean().default(false),
  })
  .refine(({ answers, bell }) => answers.length > 0 || bell);
/** What a reader sends; the server reads it as `Follow`. */
export type FollowedAnswer = z.input<typeof followSchema>['answers'][number];
export type Follow = z.output<typeof followSchema>;

/** What a live connection brings of an answer. One that isn't this person's, or no longer exists, is refused; the others continue. */
export type LiveEvent = { messageId: string } & (AnswerEvent | { type: 'refused'; code: 'NOT_FOUND' });
/** How many notifications are unread: when the connection opens, and whenever something about them has changed. */
export type BellEvent = { type: 'bell'; unread: number };
export type LiveStreamEvent = LiveEvent | BellEvent;
