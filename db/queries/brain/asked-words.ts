import { sql, type RawBuilder } from 'kysely';
import type { UserId } from '../../types.gen.ts';
import { WORD_MAX } from '../chat/search-words.ts';
import { NO_CONFIGURATION, trigramsOf, withoutAccents } from './text-words.ts';

/** More of a question isn't looked up, and of its words only the longest, which are the rarest. */
export const QUESTION_CHARACTERS = 2_000;
const QUESTION_WORDS = 16;
/** A question is read in at most this many of the languages of a person's texts. */
const LANGUAGES_MAX = 6;
/** A part of a word is looked up from this length on: most shorter ones are chance. */
const PART_MIN = 3;
/** Words that begin or end with a word of the question: at most so many each. */
const LONGER_MAX = 12;
/** What another word with the same beginning or end counts, times the share of the letters that they have in common. */
const PART_WEIGHT = 0.7;
/** What all trigrams of a word count together. */
const TRIGRAMS_WEIGHT = 0.8;

const LAST = sql`chr(1114111)`;

/**
 * CTEs of a statement. `asked_tokens` has the words of a question that say something, as they are written. `asked` has the words by which
 * texts of this person are looked up, which are all in `word_counts`: each with its `place` among the tokens, what finding it counts
 * (`weight`), and in how many facts and passages it is. Those are, of every token: its stem in each language of the person's texts, so that the
 * question's own language needn't be known; its trigrams, if some of the texts are in a language without stems; and, because German
 * and others write compounds as one word, words that begin or end with it, and its own beginnings and ends that are words.
 */
export function askedWords(userId: RawBuilder<UserId>, question: RawBuilder<unknown>): RawBuilder<unknown> {
  const length = (column: string) => sql`length(${sql.ref(column)})`;
  const owned = sql`w.user_id = ${userId}`;
  const isWord = sql`left(f.word, 1) <> '~' and ${length('f.word')} > ${sql.lit(PART_MIN)}`;
  const isLongEnough = sql`left(f.word, 1) <> '~' and ${length('f.word')} >= ${sql.lit(PART_MIN)}`;
  const share = (part: RawBuilder<unknown>, whole: RawBuilder<unknown>) =>
    sql`f.weight * ${sql.lit(PART_WEIGHT)} * ${part} / ${whole}`;
  return sql`
    asked_languages as materialized (
      select configuration, configuration::regconfig as config
      from unnest((select text_languages from profiles where user_id = ${userId})) as configuration limit ${sql.lit(LANGUAGES_MAX)}
    ),
    asked_tokens as materialized (
      select token, row_number() over (order by length(token) desc, token)::int as place
      from unnest(tsvector_to_array(to_tsvector('simple', left(${question}, ${sql.lit(QUESTION_CHARACTERS)})))) as token
      where not exists (
        select from asked_languages l where l.configuration <> ${sql.lit(NO_CONFIGURATION)} and length(to_tsvector(l.config, token)) = 0)
      order by place limit ${sql.lit(QUESTION_WORDS)}
    ),
    asked_forms as materialized (
      select place, word collate "C" as word, max(weight) as weight from (
        select t.place, left(${withoutAccents(sql`stem`)}, ${sql.lit(WORD_MAX)}) as word, 1::float8 as weight
        from asked_tokens t, asked_languages l, unnest(array[t.token, ${withoutAccents(sql`t.token`)}]) as spelling,
          unnest(tsvector_to_array(to_tsvector(l.config, spelling))) as stem
        union all
        select t.place, part.word, ${sql.lit(TRIGRAMS_WEIGHT)}::float8 / count(*) over (partition by t.place)
        from asked_tokens t, lateral ${trigramsOf(withoutAccents(sql`t.token`))} as part
        where exists (select from asked_languages l where l.configuration = ${sql.lit(NO_CONFIGURATION)})
      ) forms group by 1, 2
    ),
    asked as materialized (
      select place, word, max(weight) as weight, facts, passages from (
        select f.place, w.word, f.weight, w.facts, w.passages
        from asked_forms f join word_counts w on ${owned} and w.word = f.word
        union all
        select f.place, w.word, ${share(length('f.word'), length('w.word'))}, w.facts, w.passages
        from asked_forms f cross join lateral (
          select * from word_counts w where ${owned} and w.word > f.word and w.word < f.word || ${LAST} order by w.word limit ${sql.lit(LONGER_MAX)}) w
        where ${isLongEnough}
        union all
        select f.place, w.word, ${share(length('f.word'), length('w.word'))}, w.facts, w.passages
        from asked_forms f cross join lateral (
          select * from word_counts w where ${owned} and (reverse(w.word) collate "C") > reverse(f.word)
            and (reverse(w.word) collate "C") < reverse(f.word) || ${LAST} order by reverse(w.word) collate "C" limit ${sql.lit(LONGER_MAX)}) w
        where ${isLongEnough}
        union all
        select f.place, w.word, ${share(length('w.word'), length('f.word'))}, w.facts, w.passages
        from asked_forms f cross join lateral generate_series(${sql.lit(PART_MIN)}, length(f.word) - 1) as size
          cross join lateral (values (left(f.word, size)), (right(f.word, size))) as part (word)
          join word_counts w on ${owned} and w.word = part.word
        where ${isWord}
      ) found group by place, word, facts, passages
    )`;
}
