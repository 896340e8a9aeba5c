import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../client.ts';
import type { UserId } from '../../types.gen.ts';

/** Part of a statement: how often each word occurs in the rows of `source`, which has a column `words`. In one order, against deadlocks. */
const countsIn = (source: RawBuilder<unknown>) => sql`(
  select substr(word, 9) as word, count(*)::int as texts from ${source} as texts, unnest(tsvector_to_array(texts.words)) as word
  where length(word) > 8 group by 1 order by 1)`;

type Counted = 'facts' | 'passages';

/** Part of a statement: a CTE `counted` that adds the words of the rows of `source` to what their owner's texts hold. */
export const countWords = (
  userId: RawBuilder<UserId>,
  column: Counted,
  source: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`
  counted as (
    insert into word_counts (user_id, word, ${sql.ref(column)})
    select ${userId}, word, texts from ${countsIn(source)} as counts
    on conflict (user_id, word) do update set ${sql.ref(column)} = word_counts.${sql.ref(column)} + excluded.${sql.ref(column)}
  )`;

/** Part of a statement: a CTE `uncounted` that takes the words of the rows of `source` away again. */
export const uncountWords = (
  userId: RawBuilder<UserId>,
  column: Counted,
  source: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`
  uncounted as (
    update word_counts set ${sql.ref(column)} = greatest(${sql.ref(column)} - counts.texts, 0)
    from ${countsIn(source)} as counts
    where word_counts.user_id = ${userId} and word_counts.word = counts.word
  )`;

/** Deletes the words that are in no text of this person anymore. */
export async function forgetUnusedWords(trx: Db, userId: UserId): Promise<void> {
  await trx
    .deleteFrom('word_counts')
    .where('user_id', '=', userId)
    .where('facts', '=', 0)
    .where('passages', '=', 0)
    .execute();
}

/** Part of an update of `profiles`: the languages that this person's questions are read in, with those of these configurations added. */
export const withLanguages = (configurations: readonly string[]): RawBuilder<string[]> => sql`
  text_languages || array(
    select distinct added from unnest(${[...configurations]}::text[]) as added where added <> all (text_languages))`;
