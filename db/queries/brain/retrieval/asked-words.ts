import { sql, type RawBuilder } from 'kysely';
import { literals } from '../../../literals.ts';
import type { UserId } from '../../../types.gen.ts';
import { WORD_MAX } from '#contract/chat/search-words.ts';
import { TOPIC_ASKS, TOPIC_SAYS } from './topics.ts';
import { NO_CONFIGURATION, trigramsOf, withoutAccents } from '../text-words.ts';

/** Looks up only this much of a question, and only its longest words, which tend to be the rarest. */
export const QUESTION_CHARACTERS = 2_000;
const QUESTION_WORDS = 16;
/** Looks up a question's words in at most this many of the languages of the person's texts. */
const LANGUAGES_MAX = 6;
/** Minimum length of a word part to look up: shorter parts mostly match by chance. */
const PART_MIN = 3;
/** Maximum number of words that begin with a word of the question, and of words that end with it. */
const LONGER_MAX = 12;
/** Weight of a word that shares its beginning or end, multiplied by the share of letters in common. */
const PART_WEIGHT = 0.7;
/** Combined weight of all trigrams of a word. */
const TRIGRAMS_WEIGHT = 0.8;

/** Weight of words from earlier messages, relative to those of the question. */
const BEFORE_WEIGHT = 0.4;
/** Weight of words that are in most questions about a price, but in few of the texts that state it. */
const WEAK_WEIGHT = 0.25;
const WEAK = literals(
  [
    'cost costs costing price prices priced pricing much many',
    'kosten kostet preis preise preises teuer viel viele',
    'cuesta cuestan costar precio precios cuánto cuanto cuántos cuantos vale valen',
    'coûte coute coûtent coutent coûter prix combien',
  ].flatMap((words) => words.split(' ')),
);

/** Weight of the words that owners use when they state what a question asks about. */
const TOPIC_WEIGHT = 0.35;
/** Topics are numbered after the question's own words. */
const TOPIC_PLACES = 1_000;

const LAST = sql`chr(1114111)`;

/**
 * CTEs of a statement. `asked_tokens` has a question's meaningful words, as written. `asked` has
 * the words to look up in this person's texts, all of which are in `word_counts`: each with its `place` among
 * the tokens, its `weight`, and how many facts and passages contain it. For every token, these are:
 * its stem in each language of the person's texts, so that the question's own language needn't be known; its trigrams,
 * if some of the texts are in a language without stems; and, because German and others write compounds as one word,
 * words that begin or end with it, and its own beginnings and ends that are words. `is_whole` marks stems of whole
 * words.
 *
 * In a conversation, `before` has its earlier messages, whose words count less. `asked_topics`
 * then has the question's topics, and `asked` also the words that owners use for them (`is_related`), which are looked
 * up only in facts.
 */
export function askedWords(
  userId: RawBuilder<UserId>,
  question: RawBuilder<unknown>,
  before: RawBuilder<unknown> | null = null,
): RawBuilder<unknown> {
  const tokensIn = (text: RawBuilder<unknown>) =>
    sql`unnest(tsvector_to_array(to_tsvector('simple', left(${text}, ${sql.lit(QUESTION_CHARACTERS)}))))`;
  const length = (column: string) => sql`length(${sql.ref(column)})`;
  const owned = sql`w.user_id = ${userId}`;
  // One lookup in the index for each word: PostgreSQL overestimates how many words there are, and would read all of
  // them.
  const counted = (word: RawBuilder<unknown>) =>
    sql`(select * from word_counts w where ${owned} and w.word = ${word} limit 1)`;
  const isWord = sql`left(f.word, 1) <> '~' and ${length('f.word')} > ${sql.lit(PART_MIN)}`;
  const isLongEnough = sql`left(f.word, 1) <> '~' and ${length('f.word')} >= ${sql.lit(PART_MIN)}`;
  const share = (part: RawBuilder<unknown>, whole: RawBuilder<unknown>) =>
    sql`f.weight * ${sql.lit(PART_WEIGHT)} * ${part} / ${whole}`;
  const topics = sql`
    asked_topics as materialized (
      select topic, max(weight)::float8 as weight from (
        select ${tokensIn(question)} as token, 1 as weight ${before ? sql`union all select ${tokensIn(before)}, ${sql.lit(BEFORE_WEIGHT)}` : sql``}
      ) said join ${TOPIC_ASKS} on topic_asks.word = token group by topic
    ),`;
  const related = sql`
        union all
        select ${sql.lit(TOPIC_PLACES)} + t.topic, w.word, t.weight * ${sql.lit(TOPIC_WEIGHT)}, false, true, w.facts, 0
        from asked_topics t join ${TOPIC_SAYS} on topic_says.topic = t.topic cross join asked_languages l
          cross join lateral (
            select ${withoutAccents(sql`stem`)} as word from unnest(tsvector_to_array(to_tsvector(l.config, topic_says.word))) as stem offset 0) said
          cross join lateral ${counted(sql`said.word`)} w`;
  return sql`${before ? topics : sql``}
    asked_languages as materialized (
      select configuration, configuration::regconfig as config
      from unnest((select text_languages from profiles where user_id = ${userId})) as configuration limit ${sql.lit(LANGUAGES_MAX)}
    ),
    asked_tokens as materialized (
      select token, is_before, row_number() over (order by is_before, length(token) desc, token)::int as place,
        (case when is_before then ${sql.lit(BEFORE_WEIGHT)} else 1 end * case when token in ${WEAK} then ${sql.lit(WEAK_WEIGHT)} else 1 end)::float8 as weight
      from (
        select token, bool_and(is_before) as is_before from (
          select ${tokensIn(question)} as token, false as is_before
          ${before ? sql`union all select ${tokensIn(before)}, true` : sql``}
        ) said group by token
      ) tokens
      where not exists (
        select from asked_languages l where l.configuration <> ${sql.lit(NO_CONFIGURATION)} and length(to_tsvector(l.config, token)) = 0)
      order by place limit ${sql.lit(QUESTION_WORDS)}
    ),
    asked_forms as materialized (
      select place, word collate "C" as word, max(weight) as weight, bool_or(is_whole) as is_whole from (
        select t.place, left(${withoutAccents(sql`stem`)}, ${sql.lit(WORD_MAX)}) as word, t.weight, true as is_whole
        from asked_tokens t, asked_languages l, unnest(array[t.token, ${withoutAccents(sql`t.token`)}]) as spelling,
          unnest(tsvector_to_array(to_tsvector(l.config, spelling))) as stem
        union all
        select t.place, part.word, t.weight * ${sql.lit(TRIGRAMS_WEIGHT)} / count(*) over (partition by t.place), false
        from asked_tokens t, lateral ${trigramsOf(withoutAccents(sql`t.token`))} as part
        where exists (select from asked_languages l where l.configuration = ${sql.lit(NO_CONFIGURATION)})
      ) forms group by 1, 2
    ),
    asked as materialized (
      select place, word, max(weight) as weight, bool_or(is_whole) as is_whole, bool_and(is_related) as is_related, facts, passages from (
        select f.place, w.word, f.weight, f.is_whole, false as is_related, w.facts, w.passages
        from asked_forms f cross join lateral ${counted(sql`f.word`)} w
        union all
        select f.place, w.word, ${share(length('f.word'), length('w.word'))}, false, false, w.facts, w.passages
        from asked_forms f cross join lateral (
          select * from word_counts w where ${owned} and w.word > f.word and w.word < f.word || ${LAST} order by w.word limit ${sql.lit(LONGER_MAX)}) w
        where ${isLongEnough}
        union all
        select f.place, w.word, ${share(length('f.word'), length('w.word'))}, false, false, w.facts, w.passages
        from asked_forms f cross join lateral (
          select * from word_counts w where ${owned} and (reverse(w.word) collate "C") > reverse(f.word)
            and (reverse(w.word) collate "C") < reverse(f.word) || ${LAST} order by reverse(w.word) collate "C" limit ${sql.lit(LONGER_MAX)}) w
        where ${isLongEnough}
        union all
        select f.place, w.word, ${share(length('w.word'), length('f.word'))}, false, false, w.facts, w.passages
        from asked_forms f cross join lateral (
            select size from generate_series(${sql.lit(PART_MIN)}, length(f.word) - 1) as size limit ${sql.lit(WORD_MAX)}) sizes
          cross join lateral (values (left(f.word, size)), (right(f.word, size))) as part (word)
          cross join lateral ${counted(sql`part.word`)} w
        where ${isWord}${before ? related : sql``}
      ) found group by place, word, facts, passages
    )`;
}
