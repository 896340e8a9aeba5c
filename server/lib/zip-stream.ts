import { promisify } from 'node:util';
import { constants, deflateRaw } from 'node:zlib';
import { Zip, ZipPassThrough } from 'fflate';
import { createEventLoopYield } from './concurrency/yield-to-event-loop.ts';

type Part = string | Uint8Array;
/** A file in an archive. It comes in parts, so that no text is ever entirely in memory. */
export type ZipEntry = { name: string; at: Date; parts: AsyncIterable<Part> | Iterable<Part> };

const DEFLATED = 8;
const BLOCK_BYTES = 64 * 1024;

const deflateOffThread = promisify(deflateRaw);

/** A deflated file whose blocks are compressed by Node, off the main thread. fflate makes the container and the checksum. */
class DeflatedFile extends ZipPassThrough {
  override compression = DEFLATED;

  // The archive's bytes come from `add`.
  protected override process(): void {}

  async add(block: Uint8Array, isLast: boolean): Promise<void> {
    this.push(block, isLast);
    const finishFlush = isLast ? constants.Z_FINISH : constants.Z_SYNC_FLUSH;
    this.ondata(null, new Uint8Array(await deflateOffThread(block, { finishFlush })), isLast);
  }
}

/** Collects text into blocks that are worth handing to another thread. */
async function* blocksOf(parts: ZipEntry['parts']): AsyncGenerator<Uint8Array> {
  let gathered: Buffer[] = [];
  let size = 0;
  const yieldIfDue = createEventLoopYield();
  for await (const part of parts) {
    const bytes = typeof part === 'string' ? Buffer.from(part) : Buffer.from(part.buffer, part.byteOffset, part.length);
    gathered.push(bytes);
    size += bytes.length;
    if (size >= BLOCK_BYTES) {
      const whole = Buffer.concat(gathered);
      [gathered, size] = [[], 0];
      for (let from = 0; from < whole.length; from += BLOCK_BYTES) yield whole.subarray(from, from + BLOCK_BYTES);
    }
    await yieldIfDue();
  }
  yield Buffer.concat(gathered);
}

/** A ZIP archive, streamed while it is created. It continues when the reader asks for more. */
export async function* zipStream(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const made: Uint8Array<ArrayBuffer>[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    if (chunk.length > 0) made.push(new Uint8Array(chunk));
  });
  for await (const { name, at, parts } of entries) {
    const file = new DeflatedFile(name);
    file.mtime = at;
    zip.add(file);
    let before: Uint8Array | null = null;
    for await (const block of blocksOf(parts)) {
      if (before) await file.add(before, false);
      yield* made.splice(0);
      before = block;
    }
    if (before) await file.add(before, true);
    yield* made.splice(0);
  }
  zip.end();
  yield* made.splice(0);
}
