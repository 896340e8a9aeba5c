import { sql, type RawBuilder } from 'kysely';
import type { ScopedPreference } from '#contract/brain/preferences.ts';
import type { AssistantId } from '#contract/chat/assistants.ts';
import type { Db } from '../../client.ts';
import type { AnswerPreferencesTable, ConversationId, UserId } from '../../types.gen.ts';

/** A preference, and which changes set and ended it. */
export type StoredPreference = ScopedPreference & {
  id: string;
  changeId: string;
  isCurrent: boolean;
  /** The change that replaced or removed it, or its own change if that was undone; null if it's current. */
  endedBy: string | null;
  setAt: Date;
};

/**
 * Maximum number of ended preferences kept per person: those that were replaced, removed or undone, so that this can
 * be reversed.
 */
const ENDED_MAX = 200;

/** Part of a statement: the preferences that apply to what a teammate writes, everyone's included, as JSON. */
export const preferencesFor = (
  userId: RawBuilder<unknown>,
  assistantId: RawBuilder<unknown>,
): RawBuilder<ScopedPreference[]> => sql`(
    select coalesce(json_agg(json_build_object('assistantId', p.assistant_type, 'setting', p.setting, 'value', p.value)
      order by p.assistant_type nulls first, p.set_at, p.id), '[]')
    from answer_preferences p
    where p.user_id = ${userId} and p.ended_at is null and (p.assistant_type is null or p.assistant_type = ${assistantId}))`;

/** A current preference with its source. */
export type PreferenceRow = ScopedPreference &
  Pick<StoredPreference, 'id' | 'changeId'> & {
    source: AnswerPreferencesTable['source'];
    saidTo: AssistantId | null;
    /** Null if it wasn't said in a conversation, or the conversation was deleted. */
    conversationId: ConversationId | null;
    setAt: Date;
  };

/** All current preferences, oldest first. */
export async function listPreferences(db: Db, userId: UserId): Promise<PreferenceRow[]> {
  return db
    .selectFrom('answer_preferences as p')
    .leftJoin('conversations', (join) =>
      join
        .on('conversations.user_id', '=', userId)
        .onRef('conversations.id', '=', 'p.conversation_id')
        .on('conversations.deleted_at', 'is', null),
    )
    .select([
      'p.id',
      'p.change_id as changeId',
      'p.assistant_type as assistantId',
      'p.setting',
      'p.value',
      'p.source',
      'p.said_to as saidTo',
      'conversations.id as conversationId',
      'p.set_at as setAt',
    ])
    .where('p.user_id', '=', userId)
    .where('p.ended_at', 'is', null)
    .orderBy('p.set_at')
    .orderBy('p.id')
    .execute();
}

const selectStored = (db: Db, userId: UserId) =>
  db
    .selectFrom('answer_preferences')
    .select([
      'id',
      'change_id as changeId',
      'assistant_type as assistantId',
      'setting',
      'value',
      sql<boolean>`ended_at is null`.as('isCurrent'),
      'ended_by as endedBy',
      'set_at as setAt',
    ])
    .where('user_id', '=', userId)
    .orderBy('set_at')
    .orderBy('id');

/** The current preferences, and those that this change set or ended. */
export async function listStoredPreferences(db: Db, userId: UserId, changeId: string): Promise<StoredPreference[]> {
  return selectStored(db, userId)
    .where((where) =>
      where.or([where('ended_at', 'is', null), where('change_id', '=', changeId), where('ended_by', '=', changeId)]),
    )
    .execute();
}

/**
 * Those of these ids that belong to a change, such as a typed fact that said how answers should be written, the latest
 * first, because undoing it can bring back what an earlier one set.
 */
export async function listChangesOf(db: Db, userId: UserId, ids: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('answer_preferences')
    .select('change_id as changeId')
    .where('user_id', '=', userId)
    .where('change_id', 'in', [...ids])
    .groupBy('change_id')
    .orderBy((order) => order.fn.max('set_at'), 'desc')
    .orderBy('change_id')
    .execute();
  return rows.map(({ changeId }) => changeId);
}

/** The facts numbered up to `upTo` whose preferences are current, the latest first. */
export async function listSettingFacts(db: Db, userId: UserId, upTo: number): Promise<string[]> {
  const rows = await db
    .selectFrom('answer_preferences as p')
    .innerJoin('facts', (join) => join.on('facts.user_id', '=', userId).onRef('facts.id', '=', 'p.change_id'))
    .select('facts.id')
    .where('p.user_id', '=', userId)
    .where('p.ended_at', 'is', null)
    .where('facts.number', '<=', upTo)
    .groupBy('facts.id')
    .orderBy((order) => order.fn.max('p.set_at'), 'desc')
    .orderBy('facts.id')
    .execute();
  return rows.map(({ id }) => id);
}

/** The preferences that a conversation's messages set or ended; a change has its message's id. */
export async function listPreferencesOfConversation(
  db: Db,
  userId: UserId,
  conversationId: ConversationId,
): Promise<StoredPreference[]> {
  const questions = sql`(select question_id from turns where user_id = ${userId} and conversation_id = ${conversationId})`;
  return selectStored(db, userId)
    .where(sql<boolean>`(change_id in ${questions} or ended_by in ${questions})`)
    .execute();
}

/** The ids of the current preferences that a conversation's messages set, newest first, up to `limit`. */
export async function listTaughtPreferences(
  db: Db,
  userId: UserId,
  conversationId: ConversationId,
  limit: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom('answer_preferences')
    .select('id')
    .where('user_id', '=', userId)
    .where('conversation_id', '=', conversationId)
    .where('source', '=', 'message')
    .where('ended_at', 'is', null)
    .orderBy('set_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** The origin of a change. */
export type PreferenceOrigin = {
  source: AnswerPreferencesTable['source'];
  saidTo: AssistantId | null;
  conversationId: string | null;
  /** When the owner said or chose it. */
  setAt: Date;
  prompt?: string;
};

/** Ends preferences. `endedBy` is the change that ends them, or the one that set them if that is undone. */
export async function endPreferences(
  db: Db,
  userId: UserId,
  ids: readonly string[],
  { endedBy, now }: { endedBy: string; now: Date },
): Promise<void> {
  if (ids.length === 0) return;
  await db
    .updateTable('answer_preferences')
    .set({ ended_at: now, ended_by: endedBy })
    .where('user_id', '=', userId)
    .where('id', 'in', [...ids])
    .execute();
}

/** Makes ended preferences current again. */
export async function restorePreferences(db: Db, userId: UserId, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await db
    .updateTable('answer_preferences')
    .set({ ended_at: null, ended_by: null })
    .where('user_id', '=', userId)
    .where('id', 'in', [...ids])
    .execute();
}

export async function addPreferences(
  db: Db,
  userId: UserId,
  changeId: string,
  added: readonly (ScopedPreference & { id: string })[],
  { source, saidTo, conversationId, setAt, prompt = '' }: PreferenceOrigin,
): Promise<void> {
  if (added.length === 0) return;
  await db
    .insertInto('answer_preferences')
    .values(
      added.map(({ id, assistantId, setting, value }) => ({
        user_id: userId,
        id,
        change_id: changeId,
        assistant_type: assistantId,
        setting,
        value,
        source,
        said_to: saidTo,
        conversation_id: conversationId,
        set_at: setAt,
        prompt,
      })),
    )
    .execute();
}

/** Deletes the oldest ended preferences. */
export async function deleteOldPreferences(db: Db, userId: UserId): Promise<void> {
  await sql`
    delete from answer_preferences where user_id = ${userId} and id in (
      select id from answer_preferences where user_id = ${userId} and ended_at is not null
      order by ended_at desc, id offset ${sql.lit(ENDED_MAX)})`.execute(db);
}
