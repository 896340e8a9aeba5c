import { randomUUID } from 'node:crypto';
import { extname } from 'node:path';
import { SOURCE_NAME_MAX } from '#contract/brain/sources.ts';
import { timeText } from '#contract/dates.ts';
import type { Db } from '#db/client.ts';
import { deleteUnfinishedFile } from '#db/queries/brain/source-files.ts';
import { measureSources, type NewSource } from '#db/queries/brain/sources.ts';
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
    source: Omit<NewSource, 'bytes' | 'addedAt'>,
    file: { id: string; bytes: number },
  ) => Promise<SourceDto>;
};
type UploadedFile = { id: string; name: string; conversationId: string | null };

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

  return async (
    userId: UserId,
    { id, name, conversationId }: UploadedFile,
    content: AsyncIterable<Uint8Array>,
  ): Promise<SourceDto> => {
    await countUpload(userId);
    const [fileId, startedAt] = [randomUUID(), await clock.now()];
    const room = (await limitOf(db, userId)) - (await measureSources(db, userId)).bytes;
    try {
      const charge = (amount: number) => budgets.charge(userId, 'source_bytes', amount);
      const bytes = await receiveFile(db, userId, { fileId, startedAt, content, room, charge });
      const source = { id, kind: 'file', name: cleanName(name), url: null, conversationId } as const;
      return await add(userId, source, { id: fileId, bytes });
    } finally {
      await deleteUnfinishedFile(db, userId, fileId);
    }
  };
}
