import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../client.ts';
import type { UserId } from '../../types.gen.ts';
import { WORD_MAX } from '#contract/chat/search-words.ts';
import { ownerDigits } from '../chat/search-words.ts';

/** PostgreSQL's text search configurations by the language (ISO 639-1) that they are for. Those that every PostgreSQL since 14 has. */
const CONFIGURATIONS: Readonly<Record<string, string>> = {
  ar: 'arabic',
  ca: 'catalan',
  da: 'danish',
  de: 'german',
  el: 'greek',
  en: 'english',
  es: 'spanish',
  eu: 'basque',
  fi: 'finnish',
  fr: 'french',
  hi: 'hindi',
  hu: 'hungarian',
  hy: 'armenian',
  it: 'italian',
  lt: 'lithuanian',
  nl: 'dutch',
  no: 'norwegian',
  pt: 'portuguese',
  ro: 'romanian',
  ru: 'russian',
  sr: 'serbian',
  sv: 'swedish',
  ta: 'tamil',
  tr: 'turkish',
};

/** Indexes words as they are written, and their trigrams, so that other forms of a word are found, too. */
export const NO_CONFIGURATION = 'simple';

/** The text search configuration for a text in this language (ISO 639-1; empty if unknown). */
export const configurationOf = (language: string): string => CONFIGURATIONS[language] ?? NO_CONFIGURATION;

const ACCENTED = 'àáâãäåāăąçćčďđèéêëēėęěğìíîïīįıłñńňòóôõöøōőřśşšșťţțùúûüūůűųýÿźżž';
const PLAIN = 'aaaaaaaaacccddeeeeeeeegiiiiiiilnnnoooooooorsssstttuuuuuuuuyyzzz';

/** People leave out accents when they type in a hurry. */
export const withoutAccents = (word: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`translate(${word}, ${sql.lit(ACCENTED)}, ${sql.lit(PLAIN)})`;

/** Scripts that put nothing between words, so that a whole clause is one word to PostgreSQL. */
const UNSPACED = '[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff]';

/** The parts of three letters of a word, two in scripts that put nothing between words; marked, because they are no words. */
export const trigramsOf = (word: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  select distinct '~' || substr(${word}, place, size) as word
  from (select case when ${word} ~ ${sql.lit(UNSPACED)} then 2 else 3 end as size) as sized,
    generate_series(1, length(${word}) - size + 1) as place
  where length(${word}) > size)`;

/**
 * The words that find a text, each once: stems in its language, without those that say nothing and without accents; or, if PostgreSQL
 * has no configuration for its language, its words and their trigrams.
 */
function wordsOf(configuration: RawBuilder<unknown>, text: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(
    with stems as (
      select distinct left(${withoutAccents(sql.ref('lexeme'))}, ${sql.lit(WORD_MAX)}) as word
      from unnest(tsvector_to_array(to_tsvector((${configuration})::regconfig, ${text}))) as lexeme
    )
    select word from stems where word <> ''
    union
    select parts.word from stems, lateral ${trigramsOf(sql.ref('stems.word'))} as parts
    where ${configuration} = ${sql.lit(NO_CONFIGURATION)})`;
}

/** What `words` of a fact or a passage holds for this text, each behind the first digits of its owner's id (see `ownerDigits`). */
export function textWords(
  userId: RawBuilder<UserId>,
  configuration: RawBuilder<unknown>,
  text: RawBuilder<unknown>,
): RawBuilder<string> {
  return sql`array_to_tsvector(array(
    select ${ownerDigits(userId)} || found.word from ${wordsOf(configuration, text)} as found))`;
}

/** A text's longest words are its rarest; so many of them are compared. */
const SHARED_WORDS = 16;
const SHARED_CHARACTERS = 2_000;

/** A word as a part of a text search query. */
export const quoted = (word: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`'''' || replace(replace(${word}, '\\', '\\\\'), '''', '''''') || ''''`;

/** Matches texts of this person that share a word with `text`; null if it has none. */
export function sharesWord(userId: RawBuilder<UserId>, text: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(
    select string_agg(${quoted(sql`${ownerDigits(userId)} || word`)}, ' | ')::tsquery from (
      select distinct left(${withoutAccents(sql`stem`)}, ${sql.lit(WORD_MAX)}) as word, length(stem) as length
      from unnest((select text_languages from profiles where user_id = ${userId})) as configuration,
        unnest(tsvector_to_array(to_tsvector(configuration::regconfig, left(${text}, ${sql.lit(SHARED_CHARACTERS)})))) as stem
      order by length desc, word limit ${sql.lit(SHARED_WORDS)}
    ) as longest)`;
}

/**
 * Part of a statement: how often each word occurs in the rows of `source`, which has a column `words`. In one order,
 * against deadlocks.
 */
const countsIn = (source: RawBuilder<unknown>) => sql`(
  select substr(word, 9) as word, count(*)::int as texts from ${source} as texts, unnest(tsvector_to_array(texts.words)) as word
  where length(word) > 8 group by 1 order by 1)`;

type Counted = 'facts' | 'passages';

/**
 * Part of a statement: a CTE `counted` that adds the words of the rows of `source` to what their owner's texts hold.
 */
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

/**
 * Part of an update of `profiles`: the languages that this person's questions are read in, with those of these
 * configurations added.
 */
export const withLanguages = (configurations: readonly string[]): RawBuilder<string[]> => sql`
  text_languages || array(
    select distinct added from unnest(${[...configurations]}::text[]) as added where added <> all (text_languages))`;
