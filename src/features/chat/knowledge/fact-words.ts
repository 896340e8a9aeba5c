import type { Fact } from '#src/domain/brain/fact.ts';

const SUBJECT_MAX = 32;
const VALUE_MAX = 24;

/** At most `max` characters, cut between words where that loses little. */
export function cut(text: string, max: number): string {
  if (text.length <= max) return text;
  const start = text.slice(0, max);
  const space = start.lastIndexOf(' ');
  const kept = space > max / 2 ? start.slice(0, space) : start.replace(/[\uD800-\uDBFF]$/, '');
  return `${kept.replace(/(?<![\s,;:.…-])[\s,;:.…-]+$/, '')}…`;
}

/** `Large bowl, $42`: what fits on a chip. */
export function shortName({ subject, value }: Pick<Fact, 'subject' | 'value'>): string {
  const name = cut(subject.trim().replace(/\.$/, ''), SUBJECT_MAX);
  return value.trim() === '' ? name : `${name}, ${cut(value.trim(), VALUE_MAX)}`;
}

/** What became of a fact since an answer was given it; null while the team still uses it. */
export function whatBecameOf({ state }: Pick<Fact, 'state'>): 'replaced' | 'forgotten' | null {
  if (state === 'superseded') return 'replaced';
  return state === 'forgotten' ? 'forgotten' : null;
}

/** The line under an answer. The teammate speaks, of facts or of whatever else it was given as well. */
export function usedText(used: number, had: number, areFacts: boolean): string {
  const [thing, hadIt] = areFacts ? ['fact', 'had'] : ['thing', 'found'];
  if (had === 1) return used === 1 ? `Used the one ${thing} I ${hadIt}.` : `I ${hadIt} one ${thing} and didn’t use it.`;
  if (used === had) return `Used ${had === 2 ? 'both' : `all ${had}`} ${thing}s I ${hadIt}.`;
  return used === 0 ? `I ${hadIt} ${had} ${thing}s and used none.` : `Used ${used} of the ${had} ${thing}s I ${hadIt}.`;
}
