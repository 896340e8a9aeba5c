import { z } from 'zod';
import { HISTORY_MESSAGES } from './chat-history.ts';
import { VISITOR_ANSWER_MAX, VISITOR_MESSAGE_MAX, VISITOR_TEAMMATES } from './visitor-limits.ts';

/** An earlier message of the conversation (VISITOR-6); its id and time stay in the browser. */
const saidSchema = z.object({
  content: z.string().max(VISITOR_ANSWER_MAX),
  isUser: z.boolean(),
});

/** What a visitor asks (VISITOR-6). */
export const visitorQuestionSchema = z.object({
  message: z
    .string()
    .trim()
    .min(1, 'Please type a message.')
    .max(VISITOR_MESSAGE_MAX, `Please keep your message to ${VISITOR_MESSAGE_MAX} characters.`),
  conversationHistory: z.array(saidSchema).max(HISTORY_MESSAGES).default([]),
  teammate: z.enum(VISITOR_TEAMMATES).default('brain_ai'),
});
export type VisitorQuestion = z.output<typeof visitorQuestionSchema>;
