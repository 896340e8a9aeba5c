import type { AssistantId } from './assistants.ts';

/** The limits of the public site's chatbot. In a file of its own, so that those pages don't load the schema library. */

/** The longest question, in UTF-16 units after trimming. */
export const VISITOR_MESSAGE_MAX = 500;
/** The longest answer, in UTF-16 units; the rest of the model's answer is cut off. */
export const VISITOR_ANSWER_MAX = 2_000;
/** The time limit for an answer, in milliseconds. */
export const VISITOR_TIME_LIMIT_MS = 30_000;

/** Who answers: Brain AI in the chatbot, Emmie in the small demo on the landing page. */
export const VISITOR_TEAMMATES = ['brain_ai', 'emmie'] as const satisfies readonly AssistantId[];
export type VisitorTeammate = (typeof VISITOR_TEAMMATES)[number];

/** Words in a reply that trigger the offer (VISITOR-2). */
export const OFFER_WORDS = ['demo', 'trial', 'get started', 'pricing', 'cost', 'email'] as const;
const MENTIONS_ONE = new RegExp(String.raw`\b(?:${OFFER_WORDS.join('|')})`, 'i');

/** Whether a reply mentions one of them, in any case and with any ending (`costs`, `trials`). */
export function mentionsOffer(reply: string): boolean {
  return MENTIONS_ONE.test(reply.replaceAll(/\s+/g, ' '));
}

/** How long after the offer the demo box appears, in milliseconds (VISITOR-3). */
export const DEMO_BOX_AFTER_MS = 2_000;
