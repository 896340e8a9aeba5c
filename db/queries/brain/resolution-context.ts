import { sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { LIVE_FACT_STATES } from '#contract/brain/brain.ts';
import type { Db } from '../../client.ts';
import { literals } from '../../literals.ts';
import type { UserId } from '../../types.gen.ts';
import { PersonGoneError } from '../identity/person-gone.ts';
import { isOneOf, type FactId } from './facts.ts';
import { closestFacts, RELATED_COLUMNS, type RelatedFact } from './learning.ts';
import { configurationOf, textWords } from './text-words.ts';

/** What has to be known to resolve new facts. Their texts are counted from 0. */
export type ResolutionContext = {
  /** The highest number that a fact has had. */
  highestNumber: number;
  /** How many facts the team knows. */
  liveCount: number;
  /** Facts that share words with a text, or that a text refers to, and all facts in conflict with those. */
  known: RelatedFact[];
  /**
   * For each text, the ids of the known facts that share words with it, in the order of `listRelatedFacts`, and of the
   * one that it refers to.
   */
  related: FactId[][];
  /** For each text, those before it that share a word with it. */
  earlierRelated: number[][];
};

type ContextRow = {
  numbered: number;
  live: number;
  /** As JSON has them. */
  known: (Omit<RelatedFact, 'learnedAt' | 'confirmedAt'> & { learnedAt: string; confirmedAt: string | null })[];
  related: { text: number; factId: FactId }[];
  siblings: { text: number; before: number }[];
};

/**
 * Finds a person's facts that relate to these texts, in one statement, however many texts there are. `language` is the
 * text's ISO 639-1 code, or empty, and `relatedTo` the number of the fact that it refers to, which may have no word
 * in common with the text, for example if it is in another language.
 */
export async function readResolutionContext(
  db: Db,
  userId: UserId,
  texts: readonly { text: string; language: string; relatedTo: number | null }[],
  limit: number,
): Promise<ResolutionContext> {
  const owner = sql<UserId>`${userId}::uuid`;
  const contents = texts.map(({ text }) => text);
  const configurations = texts.map(({ language }) => configurationOf(language));
  const numbers = texts.map(({ relatedTo }) => relatedTo);
  const { rows } = await sql<ContextRow>`
    with new_texts as materialized (
      select (place - 1)::int as place, content, number,
        tsvector_to_array(${textWords(owner, sql`configuration`, sql`content`)}) as words
      from unnest(${contents}::text[], ${configurations}::text[], ${numbers}::int[])
        with ordinality as given (content, configuration, number, place)
    ),
    related as materialized (
      select new_texts.place, closest.fact_id, closest.rank
      from new_texts cross join lateral ${closestFacts(owner, sql`new_texts.content`, limit)} as closest
      union all
      select new_texts.place, facts.id, 1000000 from new_texts join facts on facts.user_id = ${owner} and facts.number = new_texts.number
      where facts.state in ${literals(LIVE_FACT_STATES)}
    ),
    conflicts as materialized (
      select conflict_id from facts
      where user_id = ${owner} and ${isOneOf(sql`select fact_id from related`)} and conflict_id is not null
    ),
    known as materialized (
      select fact_id as id from related
      union
      select id from facts where user_id = ${owner} and conflict_id = any (array(select conflict_id from conflicts))
    )
    select facts_numbered as numbered,
      (select count(*)::int from facts where user_id = ${owner} and state in ${literals(LIVE_FACT_STATES)}) as live,
      ${jsonArrayFrom(
        db
          .selectFrom('facts')
          .select(RELATED_COLUMNS)
          .where('facts.user_id', '=', userId)
          .where(isOneOf(sql`select id from known`)),
      )} as known,
      ${jsonArrayFrom(sql`(select place as text, fact_id as "factId" from related order by place, rank)`)} as related,
      ${jsonArrayFrom(sql`(
        select later.place as text, earlier.place as before
        from new_texts later join new_texts earlier on earlier.place < later.place and earlier.words && later.words)`)} as siblings
    from profiles where user_id = ${owner}`.execute(db);
  const [row] = rows;
  if (!row) throw new PersonGoneError(userId);
  return {
    highestNumber: row.numbered,
    liveCount: row.live,
    known: row.known.map((fact) => ({
      ...fact,
      learnedAt: new Date(fact.learnedAt),
      confirmedAt: fact.confirmedAt === null ? null : new Date(fact.confirmedAt),
    })),
    related: texts.map((_, index) => [
      ...new Set(row.related.flatMap(({ text, factId }) => (text === index ? [factId] : []))),
    ]),
    earlierRelated: texts.map((_, index) =>
      row.siblings.flatMap(({ text, before }) => (text === index ? [before] : [])),
    ),
  };
}
