import { sql } from 'kysely';
import { LIVE_FACT_STATES } from '#contract/brain/brain.ts';
import type { Db } from '../../client.ts';
import type { FactsTable, UserId } from '../../types.gen.ts';
import { isOneOf, selectFacts, type FactRow } from './facts.ts';
import { isSuggestion } from './suggestions.ts';

/** Facts of these kinds; with words, only those that have one of them, also as a part of a longer word. */
export type FactTopic = { kinds: readonly FactsTable['kind'][]; words: readonly string[] };

/** A regular expression for texts that contain one of these words. */
const containing = (words: Iterable<string>) =>
  [...words].map((word) => word.replace(/[\\^$.|?*+()[\]{}]/g, '\\$&')).join('|');

/** The words of all topics about each kind; null if one of them is about every fact of that kind. */
function wordsByKind(topics: readonly FactTopic[]): Map<FactsTable['kind'], Set<string> | null> {
  const byKind = new Map<FactsTable['kind'], Set<string> | null>();
  for (const { kinds, words } of topics)
    for (const kind of kinds) {
      const known = byKind.get(kind);
      if (known === null || words.length === 0) byKind.set(kind, null);
      else byKind.set(kind, new Set([...(known ?? []), ...words]));
    }
  return byKind;
}

/**
 * The live facts about any of these topics: the owner's own before suggestions, then pinned ones, then the newest. Each
 * fact is read once, however many words there are: comparing 10,000 facts with 600 words one by one, as the largest
 * template may ask for, took longer than a statement may.
 */
export async function listFactsAbout(
  db: Db,
  userId: UserId,
  topics: readonly FactTopic[],
  limit: number,
): Promise<FactRow[]> {
  if (topics.length === 0) return [];
  const chosen = db
    .selectFrom('facts')
    .select('id')
    .where('user_id', '=', userId)
    .where('state', 'in', LIVE_FACT_STATES)
    .where((is) =>
      is.or(
        [...wordsByKind(topics)].map(([kind, words]) => {
          const isOfKind = is('kind', '=', kind);
          if (words === null) return isOfKind;
          return is.and([isOfKind, sql<boolean>`concat_ws(' ', subject, statement) ~* ${containing(words)}`]);
        }),
      ),
    )
    .orderBy(isSuggestion('facts'))
    .orderBy('is_pinned', 'desc')
    .orderBy('number', 'desc')
    .limit(limit);
  return selectFacts(db, userId)
    .where(isOneOf(chosen))
    .orderBy(isSuggestion('facts'))
    .orderBy('facts.is_pinned', 'desc')
    .orderBy('facts.number', 'desc')
    .execute();
}

/**
 * The owner's own live facts about these lowercase subjects, newest first: what they typed, said, or confirmed
 * from a source other than this one.
 */
export async function listOwnFactsAbout(
  db: Db,
  userId: UserId,
  { sourceId, subjects, limit }: { sourceId: string; subjects: readonly string[]; limit: number },
): Promise<FactRow[]> {
  return selectFacts(db, userId)
    .where('facts.state', 'in', LIVE_FACT_STATES)
    .where(sql<boolean>`not ${isSuggestion('facts')}`)
    .where(sql<boolean>`facts.source_id is distinct from ${sourceId}::uuid`)
    .where(sql<boolean>`lower(facts.subject) = any(${[...subjects]}::text[])`)
    .orderBy('facts.number', 'desc')
    .limit(limit)
    .execute();
}
