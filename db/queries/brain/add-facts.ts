import { sql, type RawBuilder } from 'kysely';
import { LIVE_FACT_STATES } from '#contract/brain/brain.ts';
import type { AssistantId } from '#contract/chat/assistants.ts';
import type { Db } from '../../client.ts';
import { literals } from '../../literals.ts';
import type { ConversationId, FactsTable, MessageId, UserId } from '../../types.gen.ts';
import { announceFacts } from '../automations/automation-events.ts';
import { notifyBell, returningAdded, scheduleAddedNotices } from '../notices/added-notices.ts';
import type { FactId } from './facts.ts';
import { configurationOf, countWords, textWords, withLanguages } from './text-words.ts';

export type NewFact = {
  id: FactId;
  kind: FactsTable['kind'];
  subject: string;
  value: string;
  statement: string;
  state: 'suggested' | 'confirmed';
  source: FactsTable['source'];
  quote: string;
  question: string;
  assistantId: AssistantId | null;
  conversationId: ConversationId | null;
  messageId: MessageId | null;
  /** The document or page that says so, and where. */
  sourceId?: string;
  passageId?: string;
  /** The automation that suggests it. */
  automationId?: string;
  learnedAt: Date;
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
};
/** A new fact with its number and status. */
export type ResolvedFact = Omit<NewFact, 'state'> & { number: number } & FactStatus;

/** Changes to known facts caused by adding new ones. */
export type FactChanges = {
  changed: readonly ({ id: FactId } & FactStatus)[];
  /** Conflicts that wait for their owner. The bell says so once for each. */
  openConflicts: readonly string[];
  /** Conflicts that are over. Their notices in the bell are marked read. */
  settledConflicts: readonly string[];
};

/** Part of a statement: CTEs that change known facts, and what the bell says of their conflicts. */
const applyChanges = (
  owner: RawBuilder<UserId>,
  { changed, openConflicts, settledConflicts }: FactChanges,
  now: Date,
): RawBuilder<unknown> => sql`
    changed as (
      update facts set state = change.state, is_pinned = change."isPinned",
        superseded_by = change."supersededBy", conflict_id = change."conflictId"
      from jsonb_to_recordset((${JSON.stringify(changed)}::text)::jsonb)
        as change (id uuid, state text, "isPinned" boolean, "supersededBy" uuid, "conflictId" uuid)
      where facts.user_id = ${owner} and facts.id = change.id and facts.id = any (${changed.map(({ id }) => id)}::uuid[])
    ),
    conflict_notices as (
      insert into notices (user_id, topic, subject, created_at)
      select ${owner}, 'conflict', conflict_id, ${now}::timestamptz from unnest(${[...openConflicts]}::text[]) as conflict_id
      on conflict do nothing ${returningAdded()}
    ),
    conflict_emails as (${scheduleAddedNotices({ added: sql`conflict_notices`, owner })}),
    settled as (
      update notices set read_at = created_at
      where user_id = ${owner} and topic = 'conflict' and read_at is null
        and subject = any (${[...settledConflicts]}::text[])
      returning ${notifyBell(sql`user_id`)}
    )`;

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
  const configurations = facts.map(({ language = '' }) => configurationOf(language));
  const rows = facts.map((fact, index) => ({
    id: fact.id,
    user_id: userId,
    number: fact.number,
    kind: fact.kind,
    subject: fact.subject,
    value: fact.value,
    statement: fact.statement,
    state: fact.state,
    source: fact.source,
    quote: fact.quote,
    question: fact.question,
    assistant_type: fact.assistantId,
    conversation_id: fact.conversationId,
    message_id: fact.messageId,
    source_id: fact.sourceId ?? null,
    passage_id: fact.passageId ?? null,
    automation_id: fact.automationId ?? null,
    learned_at: fact.learnedAt,
    valid_from: fact.validFrom,
    valid_until: fact.validUntil,
    is_pinned: fact.isPinned,
    superseded_by: fact.supersededBy,
    conflict_id: fact.conflictId,
    language: fact.language ?? '',
    prompt: fact.prompt ?? '',
    is_shareable: fact.isShareable ?? false,
    words: textWords(owner, sql`${configurations[index]}::text`, sql`${`${fact.subject} ${fact.statement}`}::text`),
  }));
  const added = trx
    .insertInto('facts')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['user_id', 'id']).doNothing())
    .returning(['id', 'words']);
  const heard = facts.flatMap(({ id, sourceId = null }) => (sourceId === null ? [id] : []));
  const { rows: inserted } = await sql<{ id: FactId }>`
    with added as (${added}),
    ${countWords(owner, 'facts', sql`added`)},
    ${announceFacts(owner, { ids: heard, chain, now: facts[0]?.learnedAt ?? new Date(0) })},
    numbered as (
      update profiles set facts_numbered = facts_numbered + ${facts.length}::int,
        text_languages = ${withLanguages(configurations)}
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
  const alone = { isPinned: false, supersededBy: null, conflictId: null };
  const placed = facts.map((fact, index) => ({ ...fact, ...alone, number: profile.numbered + index + 1 }));
  return insertFacts(trx, userId, placed, { chain });
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
}

/** Changes known facts because another one got its place. */
export async function saveChanges(trx: Db, userId: UserId, changes: FactChanges, now: Date): Promise<void> {
  await sql`with ${applyChanges(sql<UserId>`${userId}::uuid`, changes, now)} select 1`.execute(trx);
}
