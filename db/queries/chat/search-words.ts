import { randomUUID } from 'node:crypto';
import { sql, type RawBuilder } from 'kysely';
import type { UserId } from '../../types.gen.ts';

/** Search covers this many characters of a message. */
const INDEXED_CHARACTERS = 100_000;
/** A longer word, such as an address, is found by its beginning. */
export const WORD_MAX = 60;
/** How many words of a search are looked up: the longest ones, which are the rarest. */
const SEARCHED_WORDS_MAX = 8;
/** Words are found by beginnings of this length or more. Thousands of words may share a shorter one. */
const BEGINNING_MIN = 3;
/**
 * Scripts with a syllable or a word in each character, many of which put nothing between words: the rest of the clause
 * may follow a word, and two characters say as much as several letters.
 */
const DENSE_SCRIPTS =
  '[\u0e00-\u109f\u1100-\u11ff\u1780-\u17ff\u2e80-\u9fff\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\uff66-\uffdc\u{20000}-\u{3ffff}]';

/**
 * Each word is stored after the first digits of its owner's id, so that a prefix search reads only one person's part of the index. Several
 * ids may share these digits, so queries still compare the whole id.
 */
export const ownerDigits = (userId: RawBuilder<UserId> | UserId) => sql`left((${userId})::text, 8)`;

/** PostgreSQL's parser alone says what a word is: for the index, for a search, and for the words that are marked in what it found. */
function wordsIn(text: RawBuilder<unknown>, prefix: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(
    select distinct ${prefix} || left(lexeme, ${sql.lit(WORD_MAX)}) as word
    from unnest(tsvector_to_array(to_tsvector('simple', ${text}))) as lexeme)`;
}

const indexed = (content: RawBuilder<unknown>) => sql`left(${content}, ${sql.lit(INDEXED_CHARACTERS)})`;

/** Matches the longest words of `text`, each stored after this prefix; null if it has none. */
const matchesOf = (text: string, prefix: RawBuilder<unknown>) => sql`(
  select string_agg('''' || replace(replace(${prefix} || word, '\\', '\\\\'), '''', '''''') || '''' || match, ' & ')::tsquery
  from (
    select word, case when length(word) >= ${sql.lit(BEGINNING_MIN)} or word ~ ${sql.lit(DENSE_SCRIPTS)} then ':*' else '' end as match
    from ${wordsIn(sql`${text}::text`, sql`''`)} as words
    order by length(word) desc, word limit ${sql.lit(SEARCHED_WORDS_MAX)}
  ) as searched)`;

/** What `messages.words` holds for this content. No language is assumed: words are lowercased and not shortened to their stem. */
export function searchWords(userId: RawBuilder<UserId>, content: RawBuilder<unknown>): RawBuilder<string> {
  return sql`array_to_tsvector(array(${wordsIn(indexed(content), ownerDigits(userId))}))`;
}

/**
 * Matches messages of this person that have a word for each of the longest words of `text`: one that begins with it, or
 * the word itself if it has one or two letters. Null if `text` has no words.
 */
export function searchQuery(userId: UserId, text: string): RawBuilder<unknown> {
  return matchesOf(text, ownerDigits(userId));
}

/** The content of a message with its matches marked, and `split`, which cuts it there: every other part is a match. */
export function markedMatches(content: RawBuilder<unknown>, text: string) {
  // No content has it.
  const mark = randomUUID().replaceAll('-', '');
  const options = `HighlightAll=true, StartSel=${mark}, StopSel=${mark}`;
  return {
    marked: sql<
      string | null
    >`ts_headline('simple', ${indexed(content)}, ${matchesOf(text, sql`''`)}, ${options}::text)`,
    split: (marked: string) => marked.split(mark),
  };
}
