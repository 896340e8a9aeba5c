import { sql, type RawBuilder } from 'kysely';
import { GONE_FACT_STATES } from '#contract/brain/brain.ts';
import { literals } from '../../../literals.ts';
import type { UserId } from '../../../types.gen.ts';
import { hasOwnFiles, saidUntil } from '../../chat/quoting.ts';
import { indexedWord, ownerDigits } from '../../chat/search-words.ts';

/** Looks messages up by the question's 4 rarest words; a message must contain two of them. */
const EXCERPT_WORDS = 4;
/** At least one must be among the 2 rarest: too many messages contain only the question's other words. */
const ANCHORS = 2;
/** A word that is in more than so many texts, and more than this share of them, is taken to be common in messages, too. */
const RARE_TEXTS = 200;
const RARE_SHARE = 0.02;
const CANDIDATES_MAX = 100;
/** Of the best, so many are checked for whether they may be quoted. */
const CHECKED_MAX = 24;
const EXCERPTS_MAX = 4;
/** A message counts half after so many days. */
const HALF_LIFE_DAYS = 60;
/** A question of the owner says less than a statement. */
const QUESTION_WEIGHT = 0.5;
/** Questions about what a teammate said. For other questions, only the owner's own words are quoted if any fit. */
const ASKS_FOR_ANSWERS = [
  'suggested|suggestions?|recommended|recommendations?|proposed|advised|your (?:last |earlier )?(?:answers?|ideas?|drafts?)|you (?:said|wrote|told)',
  '(?:did|have) \\w+ (?:say|write|tell|suggest|recommend|propose|advise)',
  'vorgeschlagen|vorschl[aä]g\\w*|empfohlen|empfehlung\\w*|geraten|deine? (?:antwort\\w*|ideen?|rat)|hast du (?:\\w+ )*(?:gesagt|geschrieben)',
  'suger(?:iste|encias?|ido)|recomend(?:aste|ado|aciones|ación)|propus\\w+|propuest\\w+|dijiste|escribiste|tus? (?:respuestas?|ideas?|consejos?)',
  'suggér(?:é|ée|és)|suggestions?|recommandé|recommandations?|conseillé|(?:tu as|vous avez|as-tu|avez-vous) (?:dit|écrit)|(?:ta|votre) (?:réponse|idée)',
].join('|');

/**
 * What the person and their teammates said in other conversations, as CTEs after those of `askedWords` and `lookUp` and
 * the facts that were `found`, and the JSON, with what was `said` before, so that secrets can be left out. Left out are
 * private, deleted and replaced messages, all of them if learning is switched off, messages whose facts are given
 * anyway, answers that quote such messages, answers in conversations with files of their own, and the same question
 * with its answers: who asks again knows them. Answers are also left out if any words of the owner fit, unless the
 * question asks for what a teammate said. So is what would bring back what was forgotten, replaced or removed, or has
 * expired: a message that it was learned from with its answer, an answer that was given it and cites it or has its
 * words, what asked for it to be remembered or forgotten, and a message with the value of such a fact that fits the
 * question.
 */
export function excerptsFor({
  userId,
  question,
  today,
  now,
  conversationId,
}: {
  userId: RawBuilder<UserId>;
  question: RawBuilder<unknown>;
  /** A day as YYYY-MM-DD. */
  today: RawBuilder<string>;
  now: RawBuilder<Date>;
  conversationId: RawBuilder<unknown>;
}) {
  const quoted = sql`'''' || ${ownerDigits(userId)} || ${indexedWord(sql`word`)} || ''':*'`;
  const isGone = sql`(f.state in ${literals(GONE_FACT_STATES)} or f.valid_until < ${today})`;
  // Said three times for the reason in `lookUp`.
  const isOwners = sql`(role = 'user' or ${question} ~* ${sql.lit(`\\m(${ASKS_FOR_ANSWERS})\\M`)})`;
  const matches = sql`m.words @@ (select query from excerpt_query)`;
  const ctes = sql`
    gone as materialized (
      select f.id, f.value from facts_scored s join facts f on f.user_id = ${userId} and f.id = s.id where ${isGone} and f.value <> ''
    ),
    excerpt_words as materialized (
      select row_number() over (order by texts, length desc, place) as place, word, part from (
        select words.*, ${quoted} as part from (
        select t.place, case when length(f.word) >= 4 and left(t.token, length(f.word)) = f.word then f.word else t.token end as word,
          coalesce(f.texts, 0) as texts, length(t.token) as length
        from asked_tokens t left join lateral (
          select word, facts + passages as texts from asked where place = t.place and is_whole order by length(word) limit 1
        ) f on true
        where not t.is_before and coalesce(f.texts, 0) <= greatest(${sql.lit(RARE_TEXTS)}, ${sql.lit(RARE_SHARE)} * (
          select facts_numbered + passages_numbered from profiles where user_id = ${userId}))
        order by texts, length desc, place limit ${sql.lit(EXCERPT_WORDS)}
        ) words
      ) parts where part is not null
    ),
    excerpt_query as materialized (
      select coalesce(
        (select string_agg('(' || x.part || ' & ' || y.part || ')', ' | ')::tsquery from excerpt_words x join excerpt_words y on x.place < y.place where x.place <= ${sql.lit(ANCHORS)}),
        (select part::tsquery from excerpt_words)) as query
    ),
    excerpt_candidates as materialized (
      select m.id, m.conversation_id, m.role, m.content, m.created_at, m.words || ''::tsvector as words
      from messages m
      where m.user_id = ${userId} and ${matches} and ${matches} and ${matches} and not m.is_replaced and not m.is_private
        and m.conversation_id is distinct from ${conversationId}
      limit ${sql.lit(CANDIDATES_MAX)}
    ),
    excerpt_best as materialized (
      select e.*, c.assistant_type, (select count(*) from excerpt_words w where e.words @@ w.part::tsquery)
        * case when e.role = 'user' and e.content ~ '[?？]\\s*$' then ${sql.lit(QUESTION_WEIGHT)} else 1 end
        * power(0.5, greatest(extract(epoch from ${now} - e.created_at), 0) / 86400 / ${sql.lit(HALF_LIFE_DAYS)}) as score
      from excerpt_candidates e
        join conversations c on c.user_id = ${userId} and c.id = e.conversation_id and c.deleted_at is null and not c.is_private
      order by ${isOwners} desc, score desc, e.created_at desc limit ${sql.lit(CHECKED_MAX)}
    ),
    excerpts_allowed as materialized (
      select m.id, m.conversation_id, m.role, m.assistant_type, m.created_at, m.score, m.content
      from excerpt_best m
      where (select learns_from_chats from profiles where user_id = ${userId})
        and not exists (select from gone where position(lower(gone.value) in lower(m.content)) > 0)
        and not (m.role = 'assistant' and ${hasOwnFiles(userId, 'm')})
        and not exists (
          select from turns t
          where t.user_id = ${userId} and t.conversation_id = m.conversation_id and (t.answer_id = m.id or t.question_id = m.id) and (
            t.command_note is not null
            or exists (
              select from messages q
              where q.user_id = ${userId} and q.id = t.question_id and lower(btrim(q.content)) = lower(btrim(${question})))
            or t.question_id in (select message_id from found where message_id is not null)
            or exists (
              select from facts f where f.user_id = ${userId} and ${isGone}
                and (f.message_id = t.question_id and f.conversation_id = t.conversation_id
                  or m.role = 'assistant' and f.id = any(t.offered_facts)
                    and (position('[f' || f.number || ']' in m.content) > 0 or position(lower(coalesce(nullif(f.value, ''), f.statement)) in lower(m.content)) > 0)))
            or m.role = 'assistant' and t.offered_messages <> '{}'
            or m.role = 'assistant' and exists (
              select from unnest(t.offered_passages) as offered where not exists (
                select from passages p join sources s on s.user_id = ${userId} and s.id = p.source_id and s.deleted_at is null
                where p.user_id = ${userId} and p.id = offered))))
    ),
    excerpts as (
      select * from excerpts_allowed
      where ${isOwners} or not exists (select from excerpts_allowed where ${isOwners})
      order by score desc, created_at desc limit ${sql.lit(EXCERPTS_MAX)}
    )`;
  const json = sql`(
    select coalesce(json_agg(json_build_object('id', e.id, 'role', e.role, 'assistantId', e.assistant_type, 'content', e.content,
      'words', (select json_agg(w.word) from excerpt_words w), 'saidAt', e.created_at,
      'said', ${saidUntil(userId, 'e')}) order by e.score desc, e.created_at desc), '[]') from excerpts e)`;
  return { ctes, json };
}
