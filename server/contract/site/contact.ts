import { z } from 'zod';
import {
  CONTACT_MESSAGE_MAX,
  CONTACT_MESSAGE_MIN,
  CONTACT_NAME_MAX,
  CONTACT_TEXTS,
  CONTACT_TOPICS,
  CONTACT_TRAP,
} from './contact-topics.ts';
import { emailSchema } from '../account/auth.ts';

/** A single line: a line break would let the text inject email headers. */
const asLine = (text: string) => text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
/**
 * Normalizes line breaks, which differ between web forms and emails, and drops invisible characters that the database can't
 * store.
 */
const asLines = (text: string) =>
  text
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/(?![\n\t])\p{Cc}/gu, '')
    .trim();

export const contactSchema = z.object({
  name: z.string().overwrite(asLine).max(CONTACT_NAME_MAX, CONTACT_TEXTS.nameLong).default(''),
  email: emailSchema,
  topic: z.enum(
    CONTACT_TOPICS.map(({ id }) => id),
    CONTACT_TEXTS.topic,
  ),
  message: z
    .string()
    .overwrite(asLines)
    .min(CONTACT_MESSAGE_MIN, CONTACT_TEXTS.messageShort)
    .max(CONTACT_MESSAGE_MAX, CONTACT_TEXTS.messageLong),
  [CONTACT_TRAP]: z.string().max(CONTACT_MESSAGE_MAX).default(''),
});
export type ContactMessage = z.infer<typeof contactSchema>;
