import { sql, type RawBuilder } from 'kysely';
import { LIVE_FACT_STATES } from '#contract/brain/brain.ts';
import type { AssistantId } from '#contract/chat/assistants.ts';
import type { Db } from '../../client.ts';
import { literals } from '../../literals.ts';
import type { ConversationId, FactsTable, MessageId, UserId } from '../../types.gen.ts';
import { announceFacts } from '../automations/automation-events.ts';
import { returningAdded, scheduleAddedNotices } from '../notices/added-notices.ts';
import type { FactId } from './facts.ts';
import { configurationOf, countWords, textWords, uncountWords, withLanguages } from './text-words.ts';

export type NewFact = {
  id: FactId;
  kind: FactsTable['kind'];
  subject: string;
  /** Which property of the subject it is about; empty if none. */
  attribute: string;
  value: string;
  /** The number in `value` as a decimal, if there is exactly one, and its unit. */
  quantity: string | null;
  unit: string;
  statement: string;
  state: 'suggested' | 'confirmed';
  source: FactsTable['source'];
  quote: string;
  question: string;
  assistantId: AssistantId | null;
  conversationId: ConversationId | null;
  messageId: MessageId | null;
  /** The document or page that says so, and where. */
  sourceId?: string | null;
  passageId?: string | null;
  /** The automation that suggests it. */
  automationId?: string;
  /** The typed answer that it was split from. */
  splitFrom?: string | null;
  learnedAt: Date;
  /** When the owner asked for it to be remembered. */
  confirmedAt?: Date | null;
  validFrom: string | null;
  validUntil: string | null;
  /** ISO 639-1, as `detectLanguages` tells; empty if unknown. */
  language?: string;
  /** The prompt that a model found it with: `learn-from-message@1`. */
  prompt?: string;
  /** Its owner said that the team may use the secret in it. */
  isShareable?: boolean;
};

/** Whether a fact counts, and what has taken its place or contradicts it. */
export type FactStatus = {
  state: FactsTable['state'];
  isPinned: boolean;
  supersededBy: FactId | null;
  conflictId: string | null;
  /** The message that said it isn't true anymore, and its conversation. */
  withdrawnIn: ConversationId | null;
  withdrawnBy: MessageId | null;
};
/** A new fact with its number and status. */
export type ResolvedFact = Omit<NewFact, 'state'> & { number: number } & FactStatus;

/** Changes to known facts caused by adding new ones. */
export type FactChanges = {
  changed: readonly ({ id: FactId } & FactStatus)[];
  /** Conflicts that wait for their owner. The bell says so once for each. */
  openConflicts: readonly string[];
  /** Whether a fact has left a conflict: then call `endLoneConflicts`. */
  hasLeftConflict: boolean;
  /** Known facts whose subject was renamed. */
  renamed?: readonly FactName[];
};

/** A renamed fact's subject, its former name, and the fact that renamed it. `language` is the renamed fact's. */
export type FactName = {
  id: FactId;
  subject: string;
  formerSubject: string;
  renamedBy: FactId | null;
  language: string;
};

/** Part of a statement: CTEs that change known facts, and what the bell says of their conflicts. */
const applyChanges = (
  owner: RawBuilder<UserId>,
  { changed, openConflicts }: FactChanges,
  now: Date,
): RawBuilder<unknown> => sql`
    changed as (
      update facts set state = change.state, is_pinned = change."isPinned",
        superseded_by = change."supersededBy", conflict_id = change."conflictId",
        withdrawn_conversation_id = coalesce(change."withdrawnIn", facts.withdrawn_conversation_id),
        withdrawn_message_id = coalesce(change."withdrawnBy", facts.withdrawn_message_id)
      from jsonb_to_recordset((${JSON.stringify(changed)}::text)::jsonb)
        as change (id uuid, state text, "isPinned" boolean, "supersededBy" uuid, "conflictId" uuid, "withdrawnIn" uuid, "withdrawnBy" uuid)
      where facts.user_id = ${owner} and facts.id = change.id and facts.id = any (${changed.map(({ id }) => id)}::uuid[])
    ),
    conflict_notices as (
      insert into notices (user_id, topic, subject, created_at)
      select ${owner}, 'conflict', conflict_id, ${now}::timestamptz from unnest(${[...openConflicts]}::text[]) as conflict_id
      on conflict do nothing ${returningAdded()}
    ),
    conflict_emails as (${scheduleAddedNotices({ added: sql`conflict_notices`, owner })})`;

type Insertion = {
  /** The automations that led to these facts. */
  chain?: readonly string[];
  /** Changes to other facts, and when they are made. */
  changes?: FactChanges & { now: Date };
};

/**
 * Adds facts that have their numbers, in one statement. Facts whose id exists are skipped. Returns the ids of the
 * others.
 */
async function insertFacts(
  trx: Db,
  userId: UserId,
  facts: readonly ResolvedFact[],
  { chain = [], changes }: Insertion,
): Promise<FactId[]> {
  const owner = sql<UserId>`${userId}::uuid`;
  const rows = facts.map((fact) => ({ ...fact, configuration: configurationOf(fact.language ?? '') }));
  const heard = facts.flatMap(({ id, sourceId = null }) => (sourceId === null ? [id] : []));
  const { rows: inserted } = await sql<{ id: FactId }>`
    with added as (
      insert into facts (id, user_id, number, kind, subject, attribute, value, quantity, unit, statement, state, source, quote,
        question, assistant_type, conversation_id, message_id, source_id, passage_id, automation_id, split_from, learned_at,
        confirmed_at, valid_from, valid_until, is_pinned, superseded_by, conflict_id, language, prompt, is_shareable, words)
      select f.id, ${owner}, f.number, f.kind, f.subject, f.attribute, f.value, f.quantity, f.unit, f.statement, f.state, f.source,
        f.quote, f.question, f."assistantId", f."conversationId", f."messageId", f."sourceId", f."passageId", f."automationId",
        f."splitFrom", f."learnedAt", f."confirmedAt", f."validFrom", f."validUntil", f."isPinned", f."supersededBy", f."conflictId",
        coalesce(f.language, ''), coalesce(f.prompt, ''), coalesce(f."isShareable", false),
        ${textWords(owner, sql`f.configuration`, sql`f.subject || ' ' || f.statement`)}
      from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as f (
        id uuid, number int, kind text, subject text, attribute text, value text, quantity numeric, unit text, statement text,
        state text, source text, quote text, question text, "assistantId" text, "conversationId" uuid, "messageId" uuid,
        "sourceId" uuid, "passageId" uuid, "automationId" uuid, "splitFrom" uuid, "learnedAt" timestamptz,
        "confirmedAt" timestamptz, "validFrom" text, "validUntil" text,
        "isPinned" boolean, "supersededBy" uuid, "conflictId" uuid, language text, prompt text, "isShareable" boolean,
        configuration text)
      on conflict (user_id, id) do nothing
      returning id, words
    ),
    ${countWords(owner, 'facts', sql`added`)},
    ${announceFacts(owner, { ids: heard, chain, now: facts[0]?.learnedAt ?? new Date(0) })},
    numbered as (
      update profiles set facts_numbered = facts_numbered + ${facts.length}::int,
        text_languages = ${withLanguages(rows.map(({ configuration }) => configuration))}
      where user_id = ${owner}
    )${changes === undefined ? sql`` : sql`, ${applyChanges(owner, changes, changes.now)}`}
    select id from added`.execute(trx);
  return inserted.map(({ id }) => id);
}

/**
 * Numbers and adds facts, and returns their ids. Facts whose id exists are skipped. Their owner's profile is locked
 * until the transaction ends, so that two at a time can't give out the same number or get past `limit` live facts: then
 * null is returned. Facts that were said, typed or suggested by an automation start automations. Those of documents
 * don't, because they come by the hundred: automations can listen to the documents themselves. `chain` are the
 * automations that led to these facts.
 */
export async function addFacts(
  trx: Db,
  userId: UserId,
  facts: readonly NewFact[],
  limit: number,
  chain: readonly string[] = [],
): Promise<FactId[] | null> {
  const profile = await trx
    .selectFrom('profiles')
    .select('facts_numbered as numbered')
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst();
  const ids = facts.map(({ id }) => id);
  const known = await trx
    .selectFrom('facts')
    .select([
      sql<number>`count(*) filter (where state in ${literals(LIVE_FACT_STATES)})::int`.as('live'),
      sql<number>`count(*) filter (where id = any(${ids}::uuid[]))::int`.as('there'),
    ])
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  if (!profile || known.live + facts.length - known.there > limit) return null;
  const alone = { isPinned: false, supersededBy: null, conflictId: null, withdrawnIn: null, withdrawnBy: null };
  const numbered = facts.map((fact, index) => ({ ...fact, ...alone, number: profile.numbered + index + 1 }));
  return insertFacts(trx, userId, numbered, { chain });
}

/**
 * Adds resolved facts, and makes the changes that follow from them. The facts must be locked, and there must be room.
 * They start automations as those of `addFacts` do.
 */
export async function addResolvedFacts(
  trx: Db,
  userId: UserId,
  facts: readonly ResolvedFact[],
  changes: FactChanges & { now: Date },
): Promise<void> {
  await insertFacts(trx, userId, facts, { changes });
  if (changes.renamed && changes.renamed.length > 0) await renameFacts(trx, userId, changes.renamed);
}

/** Renames facts' subjects. The facts can be found by both names. */
export async function renameFacts(trx: Db, userId: UserId, names: readonly FactName[]): Promise<void> {
  const owner = sql<UserId>`${userId}::uuid`;
  const ids = names.map(({ id }) => id);
  const rows = names.map(({ language, ...name }) => ({ ...name, configuration: configurationOf(language) }));
  await sql`
    with named as (select words from facts where user_id = ${owner} and id = any(${ids}::uuid[])),
    ${uncountWords(owner, 'facts', sql`named`)}
    select 1`.execute(trx);
  await sql`
    with renamed as (
      update facts set subject = name.subject, former_subject = name."formerSubject", renamed_by = name."renamedBy",
        words = ${textWords(owner, sql`name.configuration`, sql`concat_ws(' ', name.subject, name."formerSubject", facts.statement)`)}
      from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb)
        as name (id uuid, subject text, "formerSubject" text, "renamedBy" uuid, configuration text)
      where facts.user_id = ${owner} and facts.id = name.id
      returning facts.words
    ), ${countWords(owner, 'facts', sql`renamed`)}
    select 1`.execute(trx);
}

/** Restores the former names of the facts that this one renamed. */
export async function undoRenames(trx: Db, userId: UserId, id: FactId): Promise<void> {
  const rows = await trx
    .selectFrom('facts')
    .select(['id', 'former_subject as subject', 'language'])
    .where('user_id', '=', userId)
    .where('renamed_by', '=', id)
    .execute();
  const names = rows.map((row) => ({ ...row, formerSubject: '', renamedBy: null }));
  if (names.length > 0) await renameFacts(trx, userId, names);
}

/** Changes known facts because another one replaces or contradicts them, or a message withdraws them. */
export async function saveChanges(trx: Db, userId: UserId, changes: FactChanges, now: Date): Promise<void> {
  await sql`with ${applyChanges(sql<UserId>`${userId}::uuid`, changes, now)} select 1`.execute(trx);
}
