import { appendFile, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Mail } from './mail.ts';

/** How many mails are kept; older ones go. */
export const INBOX_MAX = 500;

export type Inbox = {
  add: (mails: Mail[]) => Promise<void>;
  /** Newest first; `to` narrows to one recipient, whatever the case. */
  list: (to?: string) => Mail[];
  /** Resolves when everything received is on disk. */
  flush: () => Promise<void>;
};

function parseLine(line: string): Mail[] {
  try {
    const value: unknown = JSON.parse(line);
    if (typeof value !== 'object' || value === null || !('kind' in value) || value.kind !== 'mail') return [];
    return [value as Mail]; // reason: only this file writes these lines
  } catch {
    // A process that died while writing leaves half a line; the mails before it are whole.
    return [];
  }
}

async function readLines(file: string): Promise<Mail[]> {
  const content = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  return content.split('\n').flatMap((line) => (line === '' ? [] : parseLine(line)));
}

/** The mails received so far, as JSON lines in `directory`, so that they outlive a restart. */
export async function openInbox(directory: string): Promise<Inbox> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const file = join(directory, 'inbox.jsonl');
  let mails = (await readLines(file)).slice(-INBOX_MAX);
  const toLines = (some: Mail[]) => some.map((mail) => `${JSON.stringify(mail)}\n`).join('');
  const rewrite = async () => {
    await writeFile(`${file}.new`, toLines(mails), { mode: 0o600 });
    await rename(`${file}.new`, file);
  };
  await rewrite();
  let linesOnDisk = mails.length;
  let writing = Promise.resolve();

  const store = async (added: Mail[]) => {
    mails = [...mails, ...added].slice(-INBOX_MAX);
    linesOnDisk += added.length;
    // Appending is cheap; the file is cut back only now and then.
    if (linesOnDisk <= INBOX_MAX * 2) return appendFile(file, toLines(added));
    linesOnDisk = mails.length;
    return rewrite();
  };

  return {
    add: (added) => {
      const done = writing.then(() => store(added));
      writing = done.catch(() => {});
      return done;
    },
    list: (to) => {
      const wanted = to?.trim().toLowerCase();
      return mails.filter((mail) => wanted === undefined || mail.to.toLowerCase() === wanted).toReversed();
    },
    flush: () => writing,
  };
}
