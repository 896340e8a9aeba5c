import {
  CONTACT_MESSAGE_MAX,
  CONTACT_MESSAGE_MIN,
  CONTACT_NAME_MAX,
  CONTACT_TEXTS,
} from '#contract/site/contact-topics.ts';
import { trialEmailProblem } from '#src/domain/trial/trial-email.ts';

export const CONTACT_FIELDS = ['name', 'email', 'topic', 'message'] as const;
export type ContactField = (typeof CONTACT_FIELDS)[number];
export type ContactValues = Record<ContactField, string>;

function messageProblem(message: string): string | undefined {
  if (message.length < CONTACT_MESSAGE_MIN) return CONTACT_TEXTS.messageShort;
  return message.length > CONTACT_MESSAGE_MAX ? CONTACT_TEXTS.messageLong : undefined;
}

/** The same checks as the server's schema, without its library. */
export function contactProblems({ name, email, message }: ContactValues): Partial<Record<ContactField, string>> {
  const problems = {
    name: name.trim().length > CONTACT_NAME_MAX ? CONTACT_TEXTS.nameLong : undefined,
    email: trialEmailProblem(email),
    message: messageProblem(message.trim()),
  };
  return Object.fromEntries(Object.entries(problems).filter(([, problem]) => problem !== undefined));
}
