import { sql, type RawBuilder } from 'kysely';
import type { UserId } from '../../types.gen.ts';
import { ownerDigits, WORD_MAX } from '../chat/search-words.ts';

/** More of a question isn't looked up, and of its words only the longest, which are the rarest. */
const QUESTION_CHARACTERS = 2_000;
const QUESTION_WORDS = 16;

/** The stems of a text's words, without those that say nothing, each behind the first digits of its owner's id. */
function stems(userId: RawBuilder<UserId>, text: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(
    select distinct ${ownerDigits(userId)} || left(lexeme, ${sql.lit(WORD_MAX)}) as word
    from unnest(tsvector_to_array(to_tsvector('english', ${text}))) as lexeme)`;
}

/** What `facts.words` holds for this text. */
export function factWords(userId: RawBuilder<UserId>, text: RawBuilder<unknown>): RawBuilder<string> {
  return sql`array_to_tsvector(array(${stems(userId, text)}))`;
}

/** Matches facts of this person that share a word with `text`; null if it has none. */
export function sharesWord(userId: RawBuilder<UserId>, text: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(
    select string_agg('''' || replace(replace(word, '\\', '\\\\'), '''', '''''') || '''', ' | ')::tsquery
    from (
      select word from ${stems(userId, sql`left(${text}, ${sql.lit(QUESTION_CHARACTERS)})`)} as words
      order by length(word) desc, word limit ${sql.lit(QUESTION_WORDS)}
    ) as longest)`;
}
