import type { AssistantId } from './assistants.ts';

/** What holds for the chatbot of the public site. It stands alone, so that those pages need no schema library. */

/** Longest question, in UTF-16 units after trimming. */
export const VISITOR_MESSAGE_MAX = 500;
/** Longest answer, in UTF-16 units; what the model says beyond it is cut off. */
export const VISITOR_ANSWER_MAX = 2_000;
/** An answer is given up after this long, in milliseconds. */
export const VISITOR_TIME_LIMIT_MS = 30_000;

/** Who answers: Brain AI in the chatbot, Emmie in the small demo of the landing page. */
export const VISITOR_TEAMMATES = ['brain_ai', 'emmie'] as const satisfies readonly AssistantId[];
export type VisitorTeammate = (typeof VISITOR_TEAMMATES)[number];

/** What in a reply brings the offer (spec §4). */
export const OFFER_WORDS = ['demo', 'trial', 'get started', 'pricing', 'cost', 'email'] as const;
const MENTIONS_ONE = new RegExp(String.raw`\b(?:${OFFER_WORDS.join('|')})`, 'i');

/** Whether a reply mentions one of them, in any case and with any ending (`costs`, `trials`). */
export function mentionsOffer(reply: string): boolean {
  return MENTIONS_ONE.test(reply.replaceAll(/\s+/g, ' '));
}

/** The demo box follows the offer after this long, in milliseconds (spec §9). */
export const DEMO_BOX_AFTER_MS = 2_000;
