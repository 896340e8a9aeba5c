import { randomUUID } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { testDatabase } from '#tests/support/test-database.ts';
import { CONNECTIONS, kindOfWork, runAs, runPartAs } from './kind-of-work.ts';
import { addPiece, readPieces, type FileId } from './queries/brain/source-files.ts';
import { listFacts } from './queries/brain/facts.ts';
import { findConversations } from './queries/chat/find-conversations.ts';
import { readExportedMessages } from './queries/chat/messages.ts';
import { readConversations, readMessages } from './queries/identity/person-rows.ts';
import type { ConversationId, MessageId, UserId } from './types.gen.ts';

const connectionsFor = (poolMax: number) =>
  Object.fromEntries(Object.entries(CONNECTIONS).map(([kind, connections]) => [kind, connections(poolMax)]));

test('searches and transfers use at most a third of the connections each, and jobs none of them', () => {
  expect(connectionsFor(10)).toEqual({ request: 10, search: 3, transfer: 3, job: 3, migration: 1 });
  expect(connectionsFor(5)).toEqual({ request: 5, search: 1, transfer: 1, job: 3, migration: 1 });
  expect(connectionsFor(1)).toEqual({ request: 1, search: 1, transfer: 1, job: 3, migration: 1 });
  expect(connectionsFor(60)).toEqual({ request: 60, search: 3, transfer: 20, job: 3, migration: 1 });
});

test('a search or transfer in a job stays part of the job', async () => {
  const kind = async () => kindOfWork();
  expect(await runPartAs('search', kind)).toBe('search');
  expect(await runAs('job', () => runPartAs('transfer', kind))).toBe('job');
});

test('searches run as searches, and what moves files and exports runs as a transfer', async () => {
  const { db } = await testDatabase();
  // reason: new ids get their brand here
  const userId = randomUUID() as UserId; // reason: see above
  const fileId = randomUUID() as FileId; // reason: see above
  const conversationId = randomUUID() as ConversationId; // reason: see above
  const lastId = randomUUID() as MessageId; // reason: see above
  const kinds: string[] = [];
  const executor = db.getExecutor();
  const statements = vi.spyOn(executor, 'executeQuery').mockImplementation(async () => {
    kinds.push(kindOfWork());
    return { rows: [] };
  });
  const facts = { kind: null, states: ['confirmed'], after: null, limit: 1 } as const;
  await findConversations(db, userId, { text: 'kiln', after: null, limit: 1 });
  await listFacts(db, userId, { ...facts, text: 'kiln' });
  await listFacts(db, userId, { ...facts, text: null });
  await addPiece(db, userId, { fileId, position: 0, content: new Uint8Array(1) });
  await expect(readPieces(db, userId, { id: fileId, name: 'a.txt', bytes: 1, pieces: 1 }).next()).rejects.toThrow();
  await readMessages(db, userId, null, 1);
  await readConversations(db, userId, null, 1);
  await readExportedMessages(db, userId, { conversationId, after: null, lastId, limit: 1 });
  statements.mockRestore();
  expect(kinds).toEqual(['search', 'search', 'request', ...Array.from({ length: 5 }, () => 'transfer')]);
});
