import { sql, type RawBuilder } from 'kysely';
import { SUGGESTION_SOURCES } from '#contract/brain/brain.ts';
import { literals } from '../../literals.ts';

/*
 * A suggestion is what a document, page or automation says and its owner hasn't confirmed. Anyone may have written it,
 * so it never weakens what the owner typed, said or confirmed.
 */

/** Whether a fact is a suggestion; `fact` is the table or its alias. */
export const isSuggestion = (fact: string): RawBuilder<boolean> =>
  sql`(${sql.ref(`${fact}.source`)} in ${literals(SUGGESTION_SOURCES)} and ${sql.ref(`${fact}.confirmed_at`)} is null)`;

/** A CTE: the conflicts that include one of the owner's own facts. */
export const conflictsOfOwner = (userId: unknown): RawBuilder<unknown> => sql`
    conflicts_of_owner as materialized (
      select conflict_id from facts where user_id = ${userId} and conflict_id is not null and not ${isSuggestion('facts')}
    )`;

/**
 * Whether a fact is a suggestion that differs from what the owner typed, said or confirmed; only the owner sees those.
 * The statement must include `conflictsOfOwner`.
 */
export const contradictsOwner = (fact: string): RawBuilder<boolean> =>
  sql`(${isSuggestion(fact)} and ${sql.ref(`${fact}.conflict_id`)} is not null
    and ${sql.ref(`${fact}.conflict_id`)} in (select conflict_id from conflicts_of_owner))`;

/**
 * Whether the team can't rely on a fact until its owner settles a conflict: with one of the owner's own facts or, for a
 * suggestion, with any fact.
 */
export const isDisputed = (userId: unknown, fact: string): RawBuilder<boolean> =>
  sql`(${sql.ref(`${fact}.conflict_id`)} is not null and exists (
    select from facts rival where rival.user_id = ${userId} and rival.conflict_id = ${sql.ref(`${fact}.conflict_id`)}
      and rival.id <> ${sql.ref(`${fact}.id`)} and (${isSuggestion(fact)} or not ${isSuggestion('rival')})))`;
