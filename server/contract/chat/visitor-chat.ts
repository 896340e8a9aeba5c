import { z } from 'zod';
import { HISTORY_MESSAGES } from './chat-history.ts';
import { VISITOR_ANSWER_MAX, VISITOR_MESSAGE_MAX, VISITOR_TEAMMATES } from './visitor-limits.ts';

/** One of the messages before (spec §3 "Visitor chat message"); its id and time stay in the browser. */
const saidSchema = z.object({
  content: z.string().max(VISITOR_ANSWER_MAX),
  isUser: z.boolean(),
});

/** What a visitor asks (spec §7 "visitor-chatbot"). */
export const visitorQuestionSchema = z.object({
  message: z
    .string()
    .trim()
    .min(1, 'Please type a message.')
    .max(VISITOR_MESSAGE_MAX, `Please keep a message to ${VISITOR_MESSAGE_MAX} characters.`),
  conversationHistory: z.array(saidSchema).max(HISTORY_MESSAGES).default([]),
  teammate: z.enum(VISITOR_TEAMMATES).default('brain_ai'),
});
export type VisitorQuestion = z.output<typeof visitorQuestionSchema>;
