import { appendFile, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Message } from './message.ts';

/** How many messages are kept; the oldest are dropped. */
export const INBOX_MAX = 500;

export type Inbox = {
  add: (messages: Message[]) => Promise<void>;
  /** Newest first; `to` narrows to one recipient, ignoring case. */
  list: (to?: string) => Message[];
  /** Resolves when everything received is on disk. */
  flush: () => Promise<void>;
};

// The plus of a phone number arrives as a space in a URL's query.
const recipient = (to: string) => to.trim().replace(/^\+/, '').toLowerCase();

function parseLine(line: string): Message[] {
  try {
    const value: unknown = JSON.parse(line);
    if (typeof value !== 'object' || value === null || !('kind' in value)) return [];
    return [value as Message]; // reason: only this file writes these lines
  } catch {
    // A process that died while writing leaves half a line; the messages before it are complete.
    return [];
  }
}

async function readLines(file: string): Promise<Message[]> {
  const content = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  return content.split('\n').flatMap((line) => (line === '' ? [] : parseLine(line)));
}

/** The messages received so far, as JSON lines in `directory`, so that they survive a restart. */
export async function openInbox(directory: string): Promise<Inbox> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const file = join(directory, 'inbox.jsonl');
  let messages = (await readLines(file)).slice(-INBOX_MAX);
  const toLines = (some: Message[]) => some.map((message) => `${JSON.stringify(message)}\n`).join('');
  const rewrite = async () => {
    await writeFile(`${file}.new`, toLines(messages), { mode: 0o600 });
    await rename(`${file}.new`, file);
  };
  await rewrite();
  let linesOnDisk = messages.length;
  let writing = Promise.resolve();

  const store = async (added: Message[]) => {
    messages = [...messages, ...added].slice(-INBOX_MAX);
    linesOnDisk += added.length;
    // Appending is cheap; the file is trimmed only now and then.
    if (linesOnDisk <= INBOX_MAX * 2) return appendFile(file, toLines(added));
    linesOnDisk = messages.length;
    return rewrite();
  };

  return {
    add: (added) => {
      const done = writing.then(() => store(added));
      writing = done.catch(() => {});
      return done;
    },
    list: (to) => {
      const wanted = to === undefined ? undefined : recipient(to);
      return messages.filter((message) => wanted === undefined || recipient(message.to) === wanted).toReversed();
    },
    flush: () => writing,
  };
}
