import { sql, type RawBuilder } from 'kysely';
import {
  fold,
  LETTERS,
  MARKS,
  searchedWords,
  SEPARATORS,
  wordsOf,
  type SearchedWord,
} from '#contract/chat/search-words.ts';
import type { UserId } from '../../types.gen.ts';

/**
 * Each word is stored after the first digits of its owner's id, so that a prefix search reads only one person's part of the index. Several
 * ids may share these digits, so queries still compare the whole id.
 */
const DIGITS = 8;
export const ownerDigits = (userId: RawBuilder<UserId> | UserId) => sql`left((${userId})::text, ${sql.lit(DIGITS)})`;

/** The value of `messages.words` for the words of a message. */
export const storedWords = (userId: RawBuilder<UserId>, words: RawBuilder<unknown>): RawBuilder<string> =>
  sql`array_to_tsvector(array(select ${ownerDigits(userId)} || word from unnest(${words}) as word))`;

/** The value of `messages.words` for this content. */
export const searchWords = (userId: UserId, content: string): RawBuilder<string> =>
  storedWords(sql`${userId}::uuid`, sql`${wordsOf(content)}::text[]`);

/** The SQL version of `fold`. It needs a database whose `lower` knows all letters (migration 0065). */
export function folded(text: RawBuilder<unknown>): RawBuilder<string> {
  const withoutMarks = sql`lower(regexp_replace(normalize(${text}, NFKD), ${sql.lit(`[${MARKS}]+`)}, '', 'g'))`;
  const letters = Object.entries(LETTERS);
  const single = letters.filter(([, plain]) => plain.length === 1);
  const from = single.map(([letter]) => letter).join('');
  const to = single.map(([, plain]) => plain).join('');
  const plainLetters = letters
    .filter(([, plain]) => plain.length > 1)
    .reduce<RawBuilder<unknown>>(
      (shorter, [letter, plain]) => sql`replace(${shorter}, ${sql.lit(letter)}, ${sql.lit(plain)})`,
      sql`translate(${withoutMarks}, ${sql.lit(from)}, ${sql.lit(to)})`,
    );
  return sql<string>`normalize(${plainLetters}, NFC)`;
}

/** The longest part of a word of a question that messages may be indexed by; null if it has none. */
export const indexedWord = (word: RawBuilder<unknown>): RawBuilder<string | null> => sql`(
  select nullif(part, '') from regexp_split_to_table(${folded(word)}, ${sql.lit(`[${SEPARATORS}]+`)}) as part order by length(part) desc, part limit 1)`;

/** Whether a title contains what was typed, ignoring accents, case and character width. */
export function hasTyped(title: RawBuilder<unknown>, search: string): RawBuilder<boolean> {
  const typed = fold(search).trim();
  return typed === '' ? sql.lit(false) : sql`${folded(title)} like ${`%${typed.replace(/[\\%_]/g, '\\$&')}%`}`;
}

/** Matches the messages of this person that have all words of `search`; null if it has none. */
export function searchQuery(userId: UserId, search: string): RawBuilder<unknown> {
  const digits = userId.slice(0, DIGITS);
  // A word contains no quotes or backslashes, because those separate words.
  const toQuery = ({ word, isBeginning }: Omit<SearchedWord, 'parts'>) =>
    `'${digits}${word}'${isBeginning ? ':*' : ''}`;
  const query = searchedWords(search)
    .map(({ parts, ...whole }) =>
      parts.length === 0 ? toQuery(whole) : `(${toQuery(whole)} | (${parts.map(toQuery).join(' & ')}))`,
    )
    .join(' & ');
  // In a subquery, so that it is planned like any search: the index is read, however common its words are.
  return sql`(select ${query === '' ? null : query}::tsquery)`;
}
