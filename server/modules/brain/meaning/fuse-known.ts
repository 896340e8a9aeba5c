import { PASSAGES_MAX, type Known, type OfferedPassage } from '#db/queries/brain/retrieval.ts';
import type { OfferedFact } from '#db/queries/brain/retrieval/known-facts.ts';

/** How little the first places count more than the next ones. The usual value (Cormack, Clarke and Büttcher, 2009). */
const RANK_CONSTANT = 60;

/**
 * One ranking of several (reciprocal rank fusion): what is in the first places of many comes first. Only places are compared, because scores of
 * different rankings can't be. `weights` say how much each ranking counts; all count the same without them.
 */
export function fuseRankings<T extends { id: string }>(
  rankings: readonly (readonly T[])[],
  weights: readonly number[] = [],
): T[] {
  const items = new Map<string, { item: T; score: number }>();
  for (const [place, ranking] of rankings.entries())
    for (const [index, item] of ranking.entries()) {
      const before = items.get(item.id);
      const score = (before?.score ?? 0) + (weights[place] ?? 1) / (RANK_CONSTANT + index + 1);
      items.set(item.id, { item: before?.item ?? item, score });
    }
  return [...items.values()].toSorted((a, b) => b.score - a.score).map(({ item }) => item);
}

/**
 * Weight of the most similar passage relative to the best keyword match. Keywords that match many passages decide
 * nearly alone: a weak model would only displace what they found.
 */
const SIMILARITY_COUNTS = { ofMany: 0.2, ofFew: 0.8 };

/**
 * Fuses passages by score. Reciprocal rank fusion would give four of the eight passages that a prompt has room for to
 * the embedding model, however weak its similarities are.
 */
function fusePassages(
  words: readonly OfferedPassage[],
  meaning: readonly OfferedPassage[],
  weight: number,
): OfferedPassage[] {
  const best = Math.max(...words.map(({ score }) => score));
  const share = weight * (words.length < PASSAGES_MAX ? SIMILARITY_COUNTS.ofFew : SIMILARITY_COUNTS.ofMany);
  const items = new Map(words.map((passage) => [passage.id, { passage, score: passage.score / best }]));
  for (const passage of meaning) {
    const item = items.get(passage.id) ?? { passage, score: 0 };
    items.set(passage.id, { ...item, score: item.score + share * passage.score });
  }
  return [...items.values()].toSorted((a, b) => b.score - a.score).map(({ passage }) => passage);
}

/**
 * What fits a question by its meaning. Scores of passages are from 0 to 1. `weight` says how far the model is trusted,
 * from 0 to 1.
 */
export type Meant = Pick<Known, 'facts' | 'suggestions' | 'passages'> & { weight: number };

/** Adds what fits a question by its meaning to what fits it by its words. What is attached stays first. */
export function fuseKnown(byWords: Known, byMeaning: Meant): Known {
  const { weight } = byMeaning;
  if (weight === 0) return byWords;
  const fuseFacts = (words: readonly OfferedFact[], meaning: readonly OfferedFact[]): OfferedFact[] => {
    const [fitting, others] = [words.filter(({ score }) => score > 0), words.filter(({ score }) => score === 0)];
    // Semantic matches get the best keyword score, because the two kinds of score aren't comparable.
    const best = Math.max(1, ...fitting.map(({ score }) => score));
    const fused = fuseRankings([fitting, meaning.map((fact) => ({ ...fact, score: best }))], [1, weight]);
    const ids = new Set(fused.map(({ id }) => id));
    return [...fused, ...others.filter(({ id }) => !ids.has(id))];
  };
  const attached = byWords.passages.filter((passage) => passage.attached !== null);
  const ids = new Set(attached.map(({ id }) => id));
  const notAttached = (list: readonly OfferedPassage[]) => list.filter(({ id }) => !ids.has(id));
  return {
    ...byWords,
    facts: fuseFacts(byWords.facts, byMeaning.facts),
    suggestions: fuseFacts(byWords.suggestions, byMeaning.suggestions),
    passages: [...attached, ...fusePassages(notAttached(byWords.passages), notAttached(byMeaning.passages), weight)],
  };
}
