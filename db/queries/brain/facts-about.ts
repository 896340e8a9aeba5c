import { sql } from 'kysely';
import type { Db } from '../../client.ts';
import type { FactsTable, UserId } from '../../types.gen.ts';
import type { FactId } from './facts.ts';
import { isSuggestion } from './suggestions.ts';

/** Facts of these kinds; with words, only those that have one of them, also as a part of a longer word. */
export type FactTopic = { kinds: readonly FactsTable['kind'][]; words: readonly string[] };

const literally = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

/**
 * The ids of the live facts about any of these topics: the owner's own before suggestions, then pinned ones, then the
 * newest.
 */
export async function listFactIdsAbout(
  db: Db,
  userId: UserId,
  topics: readonly FactTopic[],
  limit: number,
): Promise<FactId[]> {
  if (topics.length === 0) return [];
  const rows = await db
    .selectFrom('facts')
    .select('id')
    .where('user_id', '=', userId)
    .where('state', 'in', ['suggested', 'confirmed', 'conflict'])
    .where((is) =>
      is.or(
        topics.map(({ kinds, words }) => {
          const isOfKind = is('kind', 'in', [...kinds]);
          const patterns = words.map(literally);
          const hasWord = sql<boolean>`concat_ws(' ', subject, statement) ilike any (${patterns})`;
          return words.length === 0 ? isOfKind : is.and([isOfKind, hasWord]);
        }),
      ),
    )
    .orderBy(isSuggestion('facts'))
    .orderBy('is_pinned', 'desc')
    .orderBy('number', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}
