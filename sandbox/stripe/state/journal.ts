import { appendFile, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** One row after a commit; null if it was removed. */
export type Change = [table: string, id: string, row: unknown];

const FIRST_REWRITE_BYTES = 2_000_000;

function parseLine(line: string): Change[] {
  try {
    const value: unknown = JSON.parse(line);
    return Array.isArray(value) ? (value as Change[]) : []; // reason: only this file writes these lines
  } catch {
    // A process that died while writing leaves half a line: that commit never happened, and the ones before it are complete.
    return [];
  }
}

export type Journal = {
  /** Every change in the order it was made. */
  changes: Change[];
  append: (changes: Change[]) => Promise<void>;
  flush: () => Promise<void>;
};

/**
 * The state as JSON lines in `directory`, one line per commit, so that a commit is on disk entirely or not at all. When the file has grown
 * to three times its size, it is rewritten from `readAll`.
 */
export async function openJournal(directory: string, readAll: () => Change[]): Promise<Journal> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const file = join(directory, 'stripe.jsonl');
  const content = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  let bytes = Buffer.byteLength(content);
  let limit = Math.max(FIRST_REWRITE_BYTES, bytes);
  let endsWhole = content === '' || content.endsWith('\n');
  let writing = Promise.resolve();

  const rewrite = async () => {
    const text = readAll()
      .map((change) => `${JSON.stringify([change])}\n`)
      .join('');
    await writeFile(`${file}.new`, text, { mode: 0o600 });
    await rename(`${file}.new`, file);
    bytes = Buffer.byteLength(text);
    limit = Math.max(FIRST_REWRITE_BYTES, bytes * 3);
  };
  const store = async (text: string) => {
    const start = endsWhole ? '' : '\n';
    endsWhole = true;
    await appendFile(file, start + text, { mode: 0o600 });
    bytes += Buffer.byteLength(text);
    // Only when no write is pending: then what is in memory equals what is on disk.
    if (bytes > limit) await rewrite();
  };
  return {
    changes: content.split('\n').flatMap((line) => (line === '' ? [] : parseLine(line))),
    append: (changes) => {
      const text = `${JSON.stringify(changes)}\n`;
      const done = writing.then(() => store(text));
      writing = done.catch(() => {});
      return done;
    },
    flush: () => writing,
  };
}
