import type { IncomingMessage } from 'node:http';
import { PassThrough, type Duplex } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress, createGunzip } from 'node:zlib';
import { PageProblem } from './page-problem.ts';

/** What we ask for and understand. A body that was compressed twice is a trick. */
export const ACCEPTED_ENCODINGS = 'gzip, br';

/**
 * How much chunked framing (the sizes between the chunks) a body may have. One-byte chunks, which would keep the
 * event loop busy for seconds, carry five times their content in framing; a page sent line by line carries about a
 * fifth.
 */
const FRAMING_MAX = { bytes: 128 * 1_024, ofBody: 1 / 4 };

function decoderFor(encoding: string): Duplex {
  if (encoding === '' || encoding === 'identity') return new PassThrough();
  if (encoding === 'gzip' || encoding === 'x-gzip') return createGunzip();
  if (encoding === 'br') return createBrotliDecompress();
  throw new PageProblem('unreadable', { cause: new Error(`unknown encoding ${encoding.slice(0, 100)}`) });
}

const isFromZlib = (error: unknown) =>
  error instanceof Error &&
  'code' in error &&
  /^(?:Z_|ERR_BROTLI|ERR__ERROR_FORMAT|ERR_PADDING)/.test(String(error.code));

/**
 * The whole body, decompressed. The limit holds for what arrives and for what it decompresses to, so that neither an endless body nor a
 * compression bomb gets far: decompression happens in small pieces and stops with the first one too many.
 */
export async function readBody(response: IncomingMessage, maxBytes: number, signal: AbortSignal): Promise<Buffer> {
  const announced = Number(response.headers['content-length'] ?? 0);
  if (announced > maxBytes) throw new PageProblem('too_large');
  const decoder = decoderFor((response.headers['content-encoding'] ?? '').trim().toLowerCase());
  const pieces: Buffer[] = [];
  let [arrived, kept] = [0, 0];
  const { socket } = response;
  const readBefore = socket.bytesRead;
  try {
    await pipeline(
      response,
      async function* (source: AsyncIterable<Buffer>) {
        for await (const piece of source) {
          arrived += piece.length;
          const waiting = response.readableLength + socket.readableLength;
          const framing = socket.bytesRead - readBefore - arrived - waiting;
          const isMostlyFraming = framing > FRAMING_MAX.bytes + arrived * FRAMING_MAX.ofBody;
          if (arrived > maxBytes || isMostlyFraming) throw new PageProblem('too_large');
          yield piece;
        }
      },
      decoder,
      async (source: AsyncIterable<Buffer>) => {
        for await (const piece of source) {
          kept += piece.length;
          if (kept > maxBytes) throw new PageProblem('too_large');
          pieces.push(piece);
        }
      },
      { signal },
    );
  } catch (error) {
    if (error instanceof PageProblem || signal.aborted) throw error;
    throw new PageProblem(isFromZlib(error) ? 'unreadable' : 'unreachable', { cause: error });
  }
  return Buffer.concat(pieces);
}
