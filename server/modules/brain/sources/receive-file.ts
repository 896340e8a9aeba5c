import { createHash } from 'node:crypto';
import type { Db } from '#db/client.ts';
import { addPiece, beginFile, PIECE_BYTES, type FileId } from '#db/queries/brain/source-files.ts';
import type { UserId } from '#db/types.gen.ts';
import { AppError } from '#server/lib/app-error.ts';

type Received = {
  fileId: FileId;
  startedAt: Date;
  content: AsyncIterable<Uint8Array>;
  /** The plan's storage, in bytes: a larger file can neither fit nor be known already. The exact check comes last. */
  storage: number;
  /** Takes bytes from today's budget. Throws if too little is left. */
  charge: (bytes: number) => Promise<void>;
};

/** How many bytes are taken from the budget at a time. */
const CHARGED_BYTES = 1_000_000;

/** Splits the incoming bytes into pieces of the size that we store. */
async function* inPieces(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let [piece, length] = [Buffer.allocUnsafe(PIECE_BYTES), 0];
  for await (const chunk of content) {
    for (let from = 0; from < chunk.length;) {
      const taken = chunk.subarray(from, from + PIECE_BYTES - length);
      piece.set(taken, length);
      from += taken.length;
      length += taken.length;
      if (length < PIECE_BYTES) continue;
      yield piece;
      [piece, length] = [Buffer.allocUnsafe(PIECE_BYTES), 0];
    }
  }
  if (length > 0) yield piece.subarray(0, length);
}

/**
 * Stores a file while it arrives and returns its size in bytes and its SHA-256. Each chunk is a separate SQL
 * statement, so everyone else is served in between, and no transaction waits for a slow sender. Until it is finished,
 * the file belongs to no source and nobody sees it.
 */
export async function receiveFile(
  db: Db,
  userId: UserId,
  { fileId, startedAt, content, storage, charge }: Received,
): Promise<{ bytes: number; contentDigest: string }> {
  await beginFile(db, userId, fileId, startedAt);
  let [bytes, position, uncharged] = [0, 0, 0];
  const hash = createHash('sha256');
  async function chargeAll(): Promise<void> {
    const amount = uncharged;
    uncharged = 0;
    if (amount > 0) await charge(amount);
  }
  try {
    for await (const piece of inPieces(content)) {
      bytes += piece.length;
      if (bytes > storage) throw new AppError('STORAGE_FULL');
      hash.update(piece);
      uncharged += piece.length;
      if (uncharged >= CHARGED_BYTES) await chargeAll();
      await addPiece(db, userId, { fileId, position, content: piece });
      position += 1;
    }
  } catch (error) {
    // What was written counts, although nothing is kept.
    await chargeAll().catch(() => undefined);
    throw error;
  }
  await chargeAll();
  if (bytes === 0) throw new AppError('EMPTY_FILE');
  return { bytes, contentDigest: hash.digest('hex') };
}
