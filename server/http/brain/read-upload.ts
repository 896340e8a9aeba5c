import { AppError } from '#server/lib/app-error.ts';

type Limits = {
  maxBytes: number;
  /** How long the next piece and the whole body may take, in milliseconds. */
  idleMs: number;
  totalMs: number;
};

/**
 * Reads a body whose length is counted while it arrives, whatever it says about itself. Throws FILE_TOO_LARGE as soon as there is too much,
 * and UPLOAD_STALLED when it takes too long or breaks off.
 */
export async function readUpload(
  body: ReadableStream<Uint8Array> | null,
  { maxBytes, idleMs, totalMs }: Limits,
): Promise<Uint8Array> {
  if (!body) return new Uint8Array();
  const reader = body.getReader();
  const stalled = Promise.withResolvers<never>();
  // The race below reports it. Once the upload has ended, nothing handles the rejection anymore.
  stalled.promise.catch(() => undefined);
  const giveUp = () => stalled.reject(new AppError('UPLOAD_STALLED'));
  const total = setTimeout(giveUp, totalMs);
  let idle = setTimeout(giveUp, idleMs);
  const pieces: Uint8Array[] = [];
  let size = 0;
  try {
    for (;;) {
      const { done, value } = await Promise.race([reader.read(), stalled.promise]);
      if (done) return Buffer.concat(pieces, size);
      size += value.length;
      if (size > maxBytes) throw new AppError('FILE_TOO_LARGE');
      pieces.push(value);
      clearTimeout(idle);
      idle = setTimeout(giveUp, idleMs);
    }
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError('UPLOAD_STALLED', undefined, { cause: error });
  } finally {
    clearTimeout(total);
    clearTimeout(idle);
    reader.releaseLock();
  }
}
