import { sql, type RawBuilder } from 'kysely';
import type { UserId } from '../../types.gen.ts';

/** Search covers this many characters of a message. */
const INDEXED_CHARACTERS = 100_000;
/** A longer word, such as an address, is found by its beginning. */
const WORD_MAX = 60;

/**
 * Each word is stored after the first digits of its owner's id, so that a prefix search reads only one person's part of the index. Several
 * ids may share these digits, so queries still compare the whole id.
 */
function wordsIn(userId: RawBuilder<UserId> | UserId, text: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(
    select distinct left((${userId})::text, 8) || left(lexeme, ${sql.lit(WORD_MAX)}) as word
    from unnest(tsvector_to_array(to_tsvector('simple', ${text}))) as lexeme)`;
}

/** What `messages.words` holds for this content. No language is assumed: words are lowercased and not shortened to their stem. */
export function searchWords(userId: RawBuilder<UserId>, content: RawBuilder<unknown>): RawBuilder<string> {
  return sql`array_to_tsvector(array(${wordsIn(userId, sql`left(${content}, ${sql.lit(INDEXED_CHARACTERS)})`)}))`;
}

/** Matches messages with words that begin with each word of `text`; null if it has none. */
export function searchQuery(userId: UserId, text: string): RawBuilder<unknown> {
  return sql`(
    select string_agg('''' || replace(replace(word, '\\', '\\\\'), '''', '''''') || ''':*', ' & ')::tsquery
    from ${wordsIn(userId, sql`${text}::text`)} as words)`;
}
