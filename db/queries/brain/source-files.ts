import { sql } from 'kysely';
import type { Db } from '../../client.ts';
import { runPartAs } from '../../kind-of-work.ts';
import type { SourceFilesTable, UserId } from '../../types.gen.ts';
import type { NewSource, SourceId } from './sources.ts';

/**
 * The size of a piece of a file, in bytes. The embedded database takes about 4 ms to write one, and everyone else waits
 * that long; six uploads take turns, so a read waits for six pieces at most.
 */
export const PIECE_BYTES = 128 * 1024;

export type FileId = SourceFilesTable['id'];
type StoredFile = { id: FileId; name: string; bytes: number; pieces: number };

/** Starts a file, which belongs to no source until `finishFile`. */
export async function beginFile(db: Db, userId: UserId, id: FileId, startedAt: Date): Promise<void> {
  await db.insertInto('source_files').values({ user_id: userId, id, source_id: null, started_at: startedAt }).execute();
}

/** Adds the next piece of a file, at most `PIECE_BYTES` long. */
export async function addPiece(
  db: Db,
  userId: UserId,
  piece: { fileId: FileId; position: number; content: Uint8Array },
): Promise<void> {
  const { fileId, position, content } = piece;
  const query = db.insertInto('source_file_pieces').values({ user_id: userId, file_id: fileId, position, content });
  await runPartAs('transfer', () => query.execute());
}

/** Attaches a file to this source once all of its pieces have arrived. */
export async function finishFile(trx: Db, userId: UserId, id: FileId, sourceId: SourceId): Promise<void> {
  await trx
    .updateTable('source_files')
    .set({ source_id: sourceId })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

/** Deletes a file whose upload broke off or was refused. Does nothing if the file is finished. */
export async function deleteUnfinishedFile(db: Db, userId: UserId, id: FileId): Promise<void> {
  await db
    .deleteFrom('source_files')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('source_id', 'is', null)
    .execute();
}

/** Deletes every user's files whose upload was cut short because its process died. */
export async function deleteAbandonedFiles(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('source_files').where('source_id', 'is', null).where('started_at', '<=', before).execute();
}

/** Deletes the file of a source that couldn't be read. */
export async function dropSourceFile(trx: Db, userId: UserId, sourceId: SourceId): Promise<void> {
  await trx.deleteFrom('source_files').where('user_id', '=', userId).where('source_id', '=', sourceId).execute();
}

/** Moves a stored file to another source and deletes the file that source had. */
export async function takeFile(trx: Db, userId: UserId, { from, to }: { from: SourceId; to: SourceId }): Promise<void> {
  await dropSourceFile(trx, userId, to);
  await trx
    .updateTable('source_files')
    .set({ source_id: to })
    .where('user_id', '=', userId)
    .where('source_id', '=', from)
    .execute();
  await sql`
    update sources set content_digest = taken.content_digest from sources taken
    where sources.user_id = ${userId} and sources.id = ${to} and taken.user_id = ${userId} and taken.id = ${from}`.execute(
    trx,
  );
}

/** Deletes a source that has no passages, file or facts anymore. */
export async function deleteSource(trx: Db, userId: UserId, id: SourceId): Promise<void> {
  await trx.deleteFrom('sources').where('user_id', '=', userId).where('id', '=', id).execute();
}

/** The file of a source, without its bytes. */
export async function findSourceFile(db: Db, userId: UserId, sourceId: SourceId): Promise<StoredFile | undefined> {
  return db
    .selectFrom('sources')
    .innerJoin('source_files', (join) =>
      join.on('source_files.user_id', '=', userId).onRef('source_files.source_id', '=', 'sources.id'),
    )
    .innerJoin('source_file_pieces as piece', (join) =>
      join.on('piece.user_id', '=', userId).onRef('piece.file_id', '=', 'source_files.id'),
    )
    .select([
      'source_files.id',
      'sources.name',
      sql<number>`sum(octet_length(piece.content))::int`.as('bytes'),
      sql<number>`count(*)::int`.as('pieces'),
    ])
    .where('sources.user_id', '=', userId)
    .where('sources.id', '=', sourceId)
    .where('sources.deleted_at', 'is', null)
    .groupBy(['source_files.id', 'sources.name'])
    .executeTakeFirst();
}

/** Yields the bytes of a file, piece by piece, on demand. Throws if the file is deleted meanwhile. */
export async function* readPieces(db: Db, userId: UserId, { id, pieces }: StoredFile): AsyncGenerator<Uint8Array> {
  for (let position = 0; position < pieces; position += 1) {
    const query = db
      .selectFrom('source_file_pieces')
      .select('content')
      .where('user_id', '=', userId)
      .where('file_id', '=', id)
      .where('position', '=', position);
    const piece = await runPartAs('transfer', () => query.executeTakeFirst());
    if (!piece) throw new Error(`the file ${id} of user ${userId} was deleted while it was read`);
    yield piece.content;
  }
}

/** Loads the whole file of a source into memory. */
export async function loadSourceFile(
  db: Db,
  userId: UserId,
  sourceId: SourceId,
): Promise<{ name: string; content: Uint8Array } | undefined> {
  const file = await findSourceFile(db, userId, sourceId);
  if (!file) return undefined;
  const content = Buffer.allocUnsafe(file.bytes);
  let length = 0;
  for await (const piece of readPieces(db, userId, file)) {
    content.set(piece, length);
    length += piece.length;
  }
  return { name: file.name, content };
}

/**
 * An existing source with the same bytes that can be used instead of a new one: a team source, a new version that
 * is on hold, or a file of the same chat.
 */
export async function findSameFile(
  db: Db,
  userId: UserId,
  { scope, contentDigest }: Pick<NewSource, 'scope' | 'contentDigest'>,
  conversationId: string | null,
): Promise<SourceId | undefined> {
  if (contentDigest === null) return undefined;
  const row = await db
    .selectFrom('sources')
    .select('id')
    .where('user_id', '=', userId)
    .where('content_digest', '=', contentDigest)
    .where('state', '<>', 'failed')
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`(scope = 'team' or scope = 'held' and ${scope} = 'team'
      or scope = 'chat' and ${scope} = 'chat' and conversation_id = ${conversationId}::uuid)`)
    .orderBy('scope', 'desc')
    .orderBy('added_at')
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}

/** The newest file of the team with this name that has been read; null if there is none. */
export async function findFileNamed(db: Db, userId: UserId, name: string): Promise<SourceId | null> {
  const row = await db
    .selectFrom('sources')
    .select('id')
    .where('user_id', '=', userId)
    .where('kind', '=', 'file')
    .where('scope', '=', 'team')
    .where('state', '=', 'ready')
    .where(sql<boolean>`lower(name) = lower(${name})`)
    .where('deleted_at', 'is', null)
    .orderBy('added_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Gives a chat's file, or a held one, to the team. Returns false if the team already had it. */
export async function openToTeam(trx: Db, userId: UserId, id: SourceId): Promise<boolean> {
  const row = await trx
    .updateTable('sources')
    .set({ scope: 'team', replaces_id: null })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('scope', '<>', 'team')
    .where('deleted_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}
