import { sql } from 'kysely';
import type { AssistantId } from '#contract/chat/assistants.ts';
import type { Db } from '../../client.ts';
import type { OwnTemplatesTable, UserId } from '../../types.gen.ts';

export type OwnTemplateRow = {
  id: string;
  title: string;
  description: string;
  category: OwnTemplatesTable['category'];
  folder: string;
  assistantId: AssistantId;
  tags: string[];
  subject: string | null;
  body: string;
  /** In the subject and the text: how long it takes to read. */
  words: number;
  blanks: unknown;
  version: number;
  createdAt: Date;
  updatedAt: Date;
};
/** What a list shows. The texts and blanks of all of a person's templates together can be megabytes. */
export type ListedTemplateRow = Omit<OwnTemplateRow, 'subject' | 'body' | 'blanks'>;
type Key = { userId: UserId; id: string };
export type OwnTemplateContent = Omit<OwnTemplateRow, 'id' | 'version' | 'createdAt' | 'updatedAt'>;
export type NewOwnTemplate = { id: string } & OwnTemplateContent;

export const selectListed = (db: Db, userId: UserId) =>
  db
    .selectFrom('own_templates')
    .select([
      'id',
      'title',
      'description',
      'category',
      'folder',
      'assistant_type as assistantId',
      'tags',
      'words',
      'version',
      'created_at as createdAt',
      'updated_at as updatedAt',
    ])
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null);

export const selectTemplates = (db: Db, userId: UserId) =>
  selectListed(db, userId).select(['subject', 'body', sql`blanks`.as('blanks')]);

/** All of a person's own templates, the newest first, without their texts. */
export async function listOwnTemplates(db: Db, userId: UserId): Promise<ListedTemplateRow[]> {
  return selectListed(db, userId).orderBy('created_at', 'desc').orderBy('id').execute();
}

/** The same templates with their texts. */
export async function readOwnTemplates(db: Db, userId: UserId): Promise<OwnTemplateRow[]> {
  return selectTemplates(db, userId).orderBy('created_at', 'desc').orderBy('id').execute();
}

/** How many of these templates there are, removed ones aside. */
export async function countOwnTemplates(db: Db, userId: UserId, ids: readonly string[]): Promise<number> {
  return (
    await selectListed(db, userId)
      .where('id', 'in', [...ids])
      .execute()
  ).length;
}

export async function findOwnTemplate(db: Db, { userId, id }: Key): Promise<OwnTemplateRow | undefined> {
  return selectTemplates(db, userId).where('id', '=', id).executeTakeFirst();
}

/** Takes room for `count` more templates, if there is any. Of parallel statements, each sees what the ones before it took. */
const takeRoom = (userId: UserId, { count, max }: { count: number; max: number }) => sql`
  update profiles set own_templates = own_templates + ${count}::int
  where user_id = ${userId} and own_templates + ${count}::int <= ${max}::int
  returning user_id`;

/**
 * Adds templates in one statement: all of them, or none if there are more than `max` then. The list shows them in this order. Returns
 * whether there was room.
 */
export async function addOwnTemplates(
  db: Db,
  userId: UserId,
  templates: readonly NewOwnTemplate[],
  { now, max }: { now: Date; max: number },
): Promise<boolean> {
  const added = JSON.stringify(templates.map((template, position) => ({ ...template, position })));
  const { rows } = await sql<{ isRoom: boolean }>`
    with room as (${takeRoom(userId, { count: templates.length, max })}),
    added as (
      insert into own_templates
        (user_id, id, title, description, category, folder, assistant_type, tags, subject, body, words, blanks, created_at, updated_at)
      select room.user_id, one.id, one.title, one.description, one.category, one.folder, one."assistantId",
        array(select jsonb_array_elements_text(one.tags)), one.subject, one.body, one.words, one.blanks,
        ${now}::timestamptz - one.position * interval '1 millisecond', ${now}::timestamptz
      from room, jsonb_to_recordset((${added}::text)::jsonb) as one (id uuid, title text, description text, category text, folder text,
        "assistantId" text, tags jsonb, subject text, body text, words int, blanks jsonb, position int)
    )
    select exists (select from room) as "isRoom"`.execute(db);
  return rows[0]?.isRoom === true;
}

/** Saves a new version of a template whose version is still `version`. Returns whether it was. */
export async function updateOwnTemplate(
  db: Db,
  { userId, id }: Key,
  { content, version, now }: { content: OwnTemplateContent; version: number; now: Date },
): Promise<boolean> {
  const { assistantId, blanks, ...columns } = content;
  const updated = await db
    .updateTable('own_templates')
    .set({
      ...columns,
      assistant_type: assistantId,
      blanks: sql`(${JSON.stringify(blanks)}::text)::jsonb`,
      version: version + 1,
      updated_at: now,
    })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('version', '=', version)
    .where('deleted_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return updated !== undefined;
}

/** Hides a template and makes room for another. Returns whether there was one. */
export async function removeOwnTemplate(db: Db, { userId, id }: Key, now: Date): Promise<boolean> {
  const { rows } = await sql`
    with removed as (
      update own_templates set deleted_at = ${now}::timestamptz
      where user_id = ${userId} and id = ${id}::uuid and deleted_at is null returning user_id
    ),
    room as (
      update profiles set own_templates = own_templates - 1 where user_id = ${userId} and exists (select from removed)
    )
    select user_id from removed`.execute(db);
  return rows.length > 0;
}

/** Brings a removed template back. Returns whether there was one; it still has to get room, in the same transaction. */
export async function restoreOwnTemplate(trx: Db, { userId, id }: Key): Promise<boolean> {
  const restored = await trx
    .updateTable('own_templates')
    .set({ deleted_at: null })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('deleted_at', 'is not', null)
    .returning('id')
    .executeTakeFirst();
  return restored !== undefined;
}

/** Takes room for one more template. Returns whether there was any. */
export async function takeRoomForOne(trx: Db, userId: UserId, max: number): Promise<boolean> {
  return (await takeRoom(userId, { count: 1, max }).execute(trx)).rows.length > 0;
}

/** Templates that were removed before `before`, of everyone, as many as are deleted at a time. */
export async function listRemovedTemplates(db: Db, before: Date, limit: number): Promise<Key[]> {
  return db
    .selectFrom('own_templates')
    .select(['user_id as userId', 'id'])
    .where('deleted_at', '<=', before)
    .limit(limit)
    .execute();
}

/** Deletes a removed template for good, with what its owner did with it. */
export async function purgeOwnTemplate(db: Db, { userId, id }: Key, before: Date): Promise<void> {
  await sql`
    with purged as (
      delete from own_templates where user_id = ${userId} and id = ${id}::uuid and deleted_at <= ${before}::timestamptz
      returning user_id
    )
    delete from template_activity where user_id = ${userId} and template_id = ${id}::text and exists (select from purged)`.execute(
    db,
  );
}
