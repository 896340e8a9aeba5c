import { assistantById } from '#contract/chat/assistants.ts';
import { SEARCH_MAX, type BrainSearch } from './brain-search.ts';
import { formatDayOrTime } from './fact-dates.ts';
import type { Fact } from './fact.ts';

/** `p. 2`, `row 14`, or the heading; null if nothing is known. */
export function placeName({ page, row, sheet, heading }: NonNullable<Fact['source']['place']>): string | null {
  if (page !== undefined) return `p. ${page}`;
  return row === undefined ? (sheet ?? heading ?? null) : `row ${row}`;
}

/** `Price list.pdf, p. 2`, `Morning post, an automation`, `You, to Seomi`, or `Typed by you`. */
export function sourceName({ kind, assistantId, name, place }: Fact['source']): string {
  if (kind === 'automation' && name !== null) return `${name}, an automation`;
  if (name !== null) {
    const where = place && placeName(place);
    return where === null || where === name ? name : `${name}, ${where}`;
  }
  if (kind === 'file') return 'A file that’s gone';
  if (kind === 'page') return 'A page that’s gone';
  if (kind === 'automation') return 'An automation that’s gone';
  if (kind === 'profile') return 'Your profile';
  if (kind === 'typed') return 'Typed by you';
  return assistantId === null ? 'You, in a chat' : `You, to ${assistantById(assistantId).name}`;
}

/** `You, to Emmie · November 9`. */
export const sourceText = ({ source, learnedAt }: Pick<Fact, 'source' | 'learnedAt'>, now: Date): string =>
  `${sourceName(source)} · ${formatDayOrTime(new Date(learnedAt), now)}`;

/** Where a router link leads to a message, such as the one that a fact is from; null if there is none, or its conversation is gone. */
export function messageLink({
  assistantId,
  conversationId,
  messageId,
}: Pick<Fact['source'], 'assistantId' | 'conversationId' | 'messageId'>) {
  if (assistantId === null || conversationId === null) return null;
  const to = '/dashboard/$slug' as const; // reason: a router link takes only known addresses
  return {
    to,
    params: { slug: assistantById(assistantId).slug },
    search: { c: conversationId, m: messageId ?? undefined },
  };
}

/** Where a router link leads to the passage that a fact is from; null if there is none. */
export function passageLink({ sourceId, passageId }: Pick<Fact['source'], 'sourceId' | 'passageId'>) {
  if (sourceId === null) return null;
  const to = '/dashboard/brain/sources/$sourceId' as const; // reason: a router link takes only known addresses
  return { to, params: { sourceId }, search: { passage: passageId ?? undefined } };
}

/** Where a router link leads to the conflict that a fact is in, on the Brain page. */
export const conflictLink = ({ id }: Pick<Fact, 'id'>) => ({
  to: '/dashboard/brain' as const, // reason: a router link takes only known addresses
  hash: `conflict-of-${id}`,
});

/** What finds a fact on the Brain page. */
export const searchForFact = ({ statement }: Pick<Fact, 'statement'>): BrainSearch => ({
  q: statement.slice(0, SEARCH_MAX),
});
