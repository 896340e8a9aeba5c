import { z } from 'zod';
import { assistantIdSchema } from './assistants.ts';

export const MESSAGE_MAX = 8_000;
export const TITLE_MAX = 60;

export const MESSAGE_TOO_LONG = `Please keep a message to ${MESSAGE_MAX.toLocaleString('en-US')} characters.`;

/** Whether a message may be sent. Plain, so that the chat screen needs no schema library. */
export function isSendable(text: string): boolean {
  return text.trim() !== '' && text.length <= MESSAGE_MAX;
}

export const messageTextSchema = z
  .string()
  .max(MESSAGE_MAX, { error: MESSAGE_TOO_LONG, abort: true })
  .refine((value) => value.trim() !== '', 'Please type a message.');

/** How a turn ended, or that it is still running. */
export const TURN_STATUSES = ['streaming', 'complete', 'stopped', 'interrupted', 'failed'] as const;
export type TurnStatus = (typeof TURN_STATUSES)[number];

/** Why a turn failed; each has its sentence in spec §8. */
export const TURN_FAILURES = ['error', 'quota', 'network', 'timeout'] as const;
export type TurnFailure = (typeof TURN_FAILURES)[number];

export const sendSchema = z.object({
  /** Made by the client, so that a repeated send is one message. */
  id: z.uuid(),
  assistantId: assistantIdSchema,
  conversationId: z.uuid().nullable(),
  text: messageTextSchema,
});

/** What to do about the last answer when it ended early: write it anew, or go on where it broke off. */
export const RESUME_MODES = ['retry', 'continue'] as const;
export type ResumeMode = (typeof RESUME_MODES)[number];

export const resumeSchema = z.object({
  /** Made by the client, so that a repeated call is one turn. */
  id: z.uuid(),
  /** The answer that ended early. It must be the last message of its conversation. */
  messageId: z.uuid(),
  mode: z.enum(RESUME_MODES),
});

export const FEEDBACK_REASON_MAX = 500;
export const feedbackSchema = z.object({
  messageId: z.uuid(),
  /** `null` takes a rating back. */
  rating: z.enum(['up', 'down']).nullable(),
  reason: z.string().trim().max(FEEDBACK_REASON_MAX).default(''),
});

/** One piece of an answer on its way to a reader. `offset` counts UTF-16 units of the answer before this piece. */
export type AnswerEvent =
  | { type: 'text'; offset: number; text: string }
  | { type: 'end'; status: Exclude<TurnStatus, 'streaming'>; failure: TurnFailure | null };

/** How long Delete can be undone, in milliseconds. */
export const UNDO_MS = 6_000;
