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
import { oneLine } from '../quoted-name.ts';

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
  // A line break would let the text inject email headers.
  name: z.string().overwrite(oneLine).max(CONTACT_NAME_MAX, CONTACT_TEXTS.nameLong).default(''),
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
