import { GENERAL_ASSISTANTS, teamOfTier } from '#contract/assistants.ts';
import { MESSAGE_LIMITS } from '#contract/limits.ts';
import type { PaidTier } from '#contract/tiers.ts';
import { listInWords } from './list-in-words.ts';

const NUMBER_WORDS = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine', 'Ten'];

/** What a plan card lists: only what works today (DECISIONS "No vapour"). */
export function planLines(tier: PaidTier): string[] {
  const generals = GENERAL_ASSISTANTS.length;
  return [
    listInWords(teamOfTier(tier).map((teammate) => teammate.name)),
    `${MESSAGE_LIMITS[tier].toLocaleString('en-US')} messages per month`,
    `${NUMBER_WORDS[generals] ?? generals} general assistants`,
  ];
}
