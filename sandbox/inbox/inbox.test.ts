import { appendFileSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { INBOX_MAX, openInbox } from './inbox.ts';
import type { Message } from './message.ts';

const aMail = (subject: string): Message => ({
  kind: 'mail',
  to: 'nora@example.com',
  from: 'hello@tenfold.example',
  subject,
  text: '',
  html: '',
  links: [],
  code: null,
  at: '2026-11-21T10:00:00.000Z',
});

test('the inbox survives a restart and a truncated line', async () => {
  const directory = join(mkdtempSync(join(tmpdir(), 'inbox-')), 'sandbox');
  const first = await openInbox(directory);
  await Promise.all([first.add([aMail('one')]), first.add([aMail('two')])]);
  appendFileSync(join(directory, 'inbox.jsonl'), '{"kind":"mail","to":"no');
  const second = await openInbox(directory);
  await second.add([aMail('three')]);
  const third = await openInbox(directory);
  expect(third.list().map((mail) => mail.subject)).toEqual(['three', 'two', 'one']);
  expect(third.list('NORA@example.com')).toHaveLength(3);
  expect(third.list('nor')).toEqual([]);
});

test('the inbox keeps the newest 500 messages in memory, and never twice as many on disk', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'inbox-'));
  const inbox = await openInbox(directory);
  await inbox.add(Array.from({ length: INBOX_MAX + 1 }, (_, index) => aMail(`mail ${index}`)));
  await inbox.add(Array.from({ length: INBOX_MAX }, (_, index) => aMail(`later ${index}`)));
  expect(inbox.list()).toHaveLength(INBOX_MAX);
  expect(inbox.list()[0]?.subject).toBe(`later ${INBOX_MAX - 1}`);
  expect(readFileSync(join(directory, 'inbox.jsonl'), 'utf8').trim().split('\n')).toHaveLength(INBOX_MAX);
});
