import { randomUUID } from 'node:crypto';
import { extname } from 'node:path';
import { SOURCE_NAME_MAX, type UploadScope } from '#contract/brain/sources.ts';
import { timeText } from '#contract/dates.ts';
import type { Db } from '#db/client.ts';
import { deleteUnfinishedFile } from '#db/queries/brain/source-files.ts';
import type { NewSource } from '#db/queries/brain/sources.ts';
import { findPrivacy } from '#db/queries/chat/conversations.ts';
import { getProfile } from '#db/queries/identity/profiles.ts';
import type { UserId } from '#db/types.gen.ts';
import type { Clock } from '#server/gateways/clock.ts';
import { AppError } from '#server/lib/app-error.ts';
import type { Budgets } from '#server/modules/usage/budgets.service.ts';
import { receiveFile } from './receive-file.ts';
import type { SourceDto } from './source.dto.ts';

/** The longest file extension that is kept when a name is cut. */
const ENDING_MAX = 10;

/** Counts an upload and returns null, or returns the time when the hour is over if there were too many. */
export type Attempts = { take: (kind: 'upload:person', subject: string) => Promise<Date | null> };
type Dependencies = {
  db: Db;
  clock: Clock;
  attempts: Attempts;
  budgets: Pick<Budgets, 'charge'>;
  /** The storage of a person's plan, in bytes. */
  limitOf: (db: Db, userId: UserId) => Promise<number>;
  add: (
    userId: UserId,
    source: Omit<NewSource, 'bytes' | 'addedAt' | 'replacesId'>,
    file: NewFile,
  ) => Promise<AddedSource>;
};
export type NewFile = { id: string; bytes: number; conversationId: string | null; holdsNewVersion: boolean };
/** A source, and whether it already existed because the same file was uploaded before. */
export type AddedSource = { source: SourceDto; isKnown: boolean };
type UploadedFile = {
  id: string;
  name: string;
  /** Whether the whole team gets it, or only its chat. */
  scope: UploadScope;
  /**
   * The chat that it is attached to; null if it's added on the Brain page, or its chat doesn't exist yet. The file
   * belongs to it once its message is sent.
   */
  conversationId: string | null;
  /** Whether the chat that doesn't exist yet is private. */
  isPrivate: boolean;
  /** Whether a file with the name of a team file is held until its owner says whether it replaces that one. */
  holdsNewVersion: boolean;
};

/** A file's name on one line, cut before its extension. */
function cleanName(name: string): string {
  const line = name
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .toWellFormed()
    .trim();
  const ending = extname(line).length <= ENDING_MAX ? extname(line) : '';
  const stem = line.slice(0, line.length - ending.length).slice(0, SOURCE_NAME_MAX - ending.length);
  return `${stem.replace(/[\uD800-\uDBFF]$/, '')}${ending}` || 'Untitled';
}

/** Turns an upload into a source, or leaves nothing behind. */
export function createAddFile({ db, clock, attempts, budgets, limitOf, add }: Dependencies) {
  /**
   * Throws TOO_MANY_UPLOADS, with the time when uploads are allowed again, if there have been too many within an hour.
   */
  async function countUpload(userId: UserId): Promise<void> {
    const endsAt = await attempts.take('upload:person', userId);
    if (endsAt === null) return;
    const { timeZone } = await getProfile(db, userId);
    const text = `You’ve added a lot of files in the past hour. You can add more at ${timeText(endsAt, timeZone)}.`;
    throw new AppError('TOO_MANY_UPLOADS', text);
  }

  /** What is added to a private chat stays there. */
  async function placeOf(userId: UserId, file: UploadedFile): Promise<{ scope: UploadScope; isPrivate: boolean }> {
    const { scope, conversationId } = file;
    const found = conversationId === null ? file.isPrivate : await findPrivacy(db, userId, conversationId);
    if (found === undefined && scope === 'chat') throw new AppError('NOT_FOUND');
    const isPrivate = found === true || file.isPrivate;
    return { scope: isPrivate ? 'chat' : scope, isPrivate };
  }

  return async (userId: UserId, file: UploadedFile, content: AsyncIterable<Uint8Array>): Promise<AddedSource> => {
    const { id, name, conversationId } = file;
    await countUpload(userId);
    const place = await placeOf(userId, file);
    const [fileId, startedAt] = [randomUUID(), await clock.now()];
    try {
      const charge = (amount: number) => budgets.charge(userId, 'source_bytes', amount);
      const storage = await limitOf(db, userId);
      const { bytes, contentDigest } = await receiveFile(db, userId, { fileId, startedAt, content, storage, charge });
      const about = { kind: 'file', name: cleanName(name), url: null } as const;
      const source = { id, ...about, ...place, contentDigest };
      return await add(userId, source, {
        id: fileId,
        bytes,
        conversationId,
        holdsNewVersion: file.holdsNewVersion && place.scope === 'team',
      });
    } finally {
      await deleteUnfinishedFile(db, userId, fileId);
    }
  };
}
