import type { Known } from '#db/queries/brain/retrieval.ts';

/** How little the first places count more than the next ones. The usual value (Cormack, Clarke and Büttcher, 2009). */
const RANK_CONSTANT = 60;

/**
 * One ranking of several (reciprocal rank fusion): what is in the first places of many comes first. Only places are compared, because scores of
 * different rankings can't be.
 */
export function fuseRankings<T extends { id: string }>(rankings: readonly (readonly T[])[]): T[] {
  const items = new Map<string, { item: T; score: number }>();
  for (const ranking of rankings)
    for (const [index, item] of ranking.entries()) {
      const before = items.get(item.id);
      const score = (before?.score ?? 0) + 1 / (RANK_CONSTANT + index + 1);
      items.set(item.id, { item: before?.item ?? item, score });
    }
  return [...items.values()].toSorted((a, b) => b.score - a.score).map(({ item }) => item);
}

/** What fits a question by its words, and what fits it by its meaning, in one ranking. What is pinned or came with the question stays first. */
export function fuseKnown(byWords: Known, byMeaning: Omit<Known, 'excerpts'>): Known {
  const fuse = <T extends { id: string }>(
    words: readonly T[],
    meaning: readonly T[],
    isFirst: (item: T) => boolean,
  ) => {
    const first = words.filter(isFirst);
    const ids = new Set(first.map(({ id }) => id));
    const others = meaning.filter(({ id }) => !ids.has(id));
    return [...first, ...fuseRankings([words.filter((item) => !isFirst(item)), others])];
  };
  return {
    facts: fuse(byWords.facts, byMeaning.facts, ({ isPinned }) => isPinned),
    suggestions: fuse(byWords.suggestions, byMeaning.suggestions, ({ isPinned }) => isPinned),
    passages: fuse(byWords.passages, byMeaning.passages, ({ isAttached }) => isAttached),
    excerpts: byWords.excerpts,
  };
}
