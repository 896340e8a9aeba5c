import { randomUUID } from 'node:crypto';
import { sql, type RawBuilder } from 'kysely';
import type { UserId } from '../../types.gen.ts';

/** Search covers this many characters of a message. */
const INDEXED_CHARACTERS = 100_000;
/** A longer word, such as an address, is found by its beginning. */
export const WORD_MAX = 60;

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

/** Matches words that begin with each word of `text`; null if it has none. */
const beginningsOf = (text: string, prefix: RawBuilder<unknown>) => sql`(
  select string_agg('''' || replace(replace(word, '\\', '\\\\'), '''', '''''') || ''':*', ' & ')::tsquery
  from ${wordsIn(sql`${text}::text`, prefix)} as words)`;

/** What `messages.words` holds for this content. No language is assumed: words are lowercased and not shortened to their stem. */
export function searchWords(userId: RawBuilder<UserId>, content: RawBuilder<unknown>): RawBuilder<string> {
  return sql`array_to_tsvector(array(${wordsIn(indexed(content), ownerDigits(userId))}))`;
}

/** Matches messages of this person with words that begin with each word of `text`; null if it has none. */
export function searchQuery(userId: UserId, text: string): RawBuilder<unknown> {
  return beginningsOf(text, ownerDigits(userId));
}

/** The content of a message with its matches marked, and `split`, which cuts it there: every other part is a match. */
export function markedMatches(content: RawBuilder<unknown>, text: string) {
  // No content has it.
  const mark = randomUUID().replaceAll('-', '');
  const options = `HighlightAll=true, StartSel=${mark}, StopSel=${mark}`;
  return {
    marked: sql<
      string | null
    >`ts_headline('simple', ${indexed(content)}, ${beginningsOf(text, sql`''`)}, ${options}::text)`,
    split: (marked: string) => marked.split(mark),
  };
}
