import { appendFile, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Message } from './message.ts';

/** How many messages are kept; older ones go. */
export const INBOX_MAX = 500;

export type Inbox = {
  add: (messages: Message[]) => Promise<void>;
  /** Newest first; `to` narrows to one recipient, whatever the case. */
  list: (to?: string) => Message[];
  /** Resolves when everything received is on disk. */
  flush: () => Promise<void>;
};

// The plus of a phone number is a blank in an address of the web.
const recipient = (to: string) => to.trim().replace(/^\+/, '').toLowerCase();

function parseLine(line: string): Message[] {
  try {
    const value: unknown = JSON.parse(line);
    if (typeof value !== 'object' || value === null || !('kind' in value)) return [];
    return [value as Message]; // reason: only this file writes these lines
  } catch {
    // A process that died while writing leaves half a line; the messages before it are whole.
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

/** The messages received so far, as JSON lines in `directory`, so that they outlive a restart. */
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
    // Appending is cheap; the file is cut back only now and then.
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
