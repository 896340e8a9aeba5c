import { setImmediate } from 'node:timers/promises';
import { Zip, ZipDeflate } from 'fflate';

/** A file of an archive. Its text comes in parts, so that no file is ever whole in memory. */
export type ZipEntry = { name: string; at: Date; parts: AsyncIterable<string> | Iterable<string> };

const LEVEL = 6;
/** Bytes that are packed before other work gets its turn: a few milliseconds. */
const TURN_BYTES = 64 * 1024;

/** A ZIP archive as it is made. It goes on when the reader asks for more. */
export async function* zipStream(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const made: Uint8Array<ArrayBuffer>[] = [];
  const encoder = new TextEncoder();
  let packed = 0;
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    if (chunk.length > 0) made.push(new Uint8Array(chunk));
  });
  for await (const { name, at, parts } of entries) {
    const file = new ZipDeflate(name, { level: LEVEL });
    file.mtime = at;
    zip.add(file);
    for await (const part of parts) {
      const bytes = encoder.encode(part);
      file.push(bytes);
      yield* made.splice(0);
      packed += bytes.length;
      if (packed >= TURN_BYTES) {
        packed = 0;
        await setImmediate();
      }
    }
    file.push(new Uint8Array(0), true);
    yield* made.splice(0);
  }
  zip.end();
  yield* made.splice(0);
}
