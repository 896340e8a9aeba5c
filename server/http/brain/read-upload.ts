import { AppError } from '#server/lib/app-error.ts';

type Limits = {
  maxBytes: number;
  /** How long the next piece and the whole body may take, in milliseconds. */
  idleMs: number;
  totalMs: number;
};

/**
 * Passes on a body and counts its bytes as they arrive, whatever `Content-Length` says. Throws FILE_TOO_LARGE as soon
 * as there are too many, and UPLOAD_STALLED when it takes too long or breaks off. Reads nothing ahead of the consumer.
 */
export async function* streamUpload(
  body: ReadableStream<Uint8Array> | null,
  { maxBytes, idleMs, totalMs }: Limits,
): AsyncGenerator<Uint8Array> {
  if (!body) return;
  const reader = body.getReader();
  const stalled = Promise.withResolvers<never>();
  // The race below reports it. Once the upload has ended, nothing handles the rejection anymore.
  stalled.promise.catch(() => undefined);
  const giveUp = () => stalled.reject(new AppError('UPLOAD_STALLED'));
  const total = setTimeout(giveUp, totalMs);
  // The timer runs only while we wait for the sender: storing the bytes may take longer.
  let idle: NodeJS.Timeout | undefined;
  let size = 0;
  try {
    for (;;) {
      idle = setTimeout(giveUp, idleMs);
      const { done, value } = await Promise.race([reader.read(), stalled.promise]);
      clearTimeout(idle);
      if (done) return;
      size += value.length;
      if (size > maxBytes) throw new AppError('FILE_TOO_LARGE');
      yield value;
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

/** Reads a whole body, within the limits of `streamUpload`. */
export async function readUpload(body: ReadableStream<Uint8Array> | null, limits: Limits): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  for await (const piece of streamUpload(body, limits)) pieces.push(piece);
  return Buffer.concat(pieces);
}
