import { createHash, randomUUID } from 'node:crypto';
import { addPassages } from '../queries/brain/passages.ts';
import { addPiece, beginFile, finishFile } from '../queries/brain/source-files.ts';
import { limitLearning } from '../queries/brain/source-passages.ts';
import { addSource, changeSource, type SourceId } from '../queries/brain/sources.ts';
import type { ConversationId, UserId } from '../types.gen.ts';
import type { Db } from '../client.ts';

/** A table as a file: one line of names, and then one line for each row. */
export type DemoFile = { name: string; text: string };

/** Adds a file that only its chat has, as if it had been uploaded and read then. */
export async function addDemoFile(
  trx: Db,
  userId: UserId,
  { name, text }: DemoFile,
  { conversationId, addedAt }: { conversationId: ConversationId; addedAt: Date },
): Promise<SourceId> {
  const [id, fileId] = [randomUUID(), randomUUID()];
  const content = Buffer.from(text);
  const bytes = content.length;
  await addSource(trx, userId, {
    id,
    kind: 'file',
    name,
    url: null,
    bytes,
    scope: 'chat',
    isPrivate: false,
    contentDigest: createHash('sha256').update(content).digest('hex'),
    replacesId: null,
    addedAt,
  });
  await beginFile(trx, userId, fileId, addedAt);
  await addPiece(trx, userId, { fileId, position: 0, content });
  await finishFile(trx, userId, fileId, id);
  const [head = '', ...rows] = text.trim().split('\n');
  const names = head.split(',');
  const said = rows.map((row) =>
    row
      .split(',')
      .map((cell, index) => `${names[index]}: ${cell}`)
      .join(', '),
  );
  await addPassages(trx, userId, [
    {
      id: randomUUID(),
      sourceId: id,
      position: 0,
      pageUrl: null,
      headings: [],
      page: null,
      sheet: null,
      rows: rows.map((_, index) => index + 2),
      text: said.join('\n'),
      language: 'en',
    },
  ]);
  await limitLearning(trx, userId, id, 0);
  const read = { state: 'ready', unit: 'row', units: rows.length, unitsDone: rows.length, readAt: addedAt } as const; // reason: literals
  await changeSource(trx, userId, id, read);
  await trx
    .updateTable('sources')
    .set({ conversation_id: conversationId })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .execute();
  return id;
}
