import { randomBytes, randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { UPLOADS_PER_HOUR } from '#contract/brain/sources.ts';
import { DatabaseError } from '#db/database-error.ts';
import { PIECE_BYTES } from '#db/queries/brain/source-files.ts';
import type { DocumentReading } from '#server/gateways/documents/reading.ts';
import { sourceFiles } from '#server/http/brain/source-files.ts';
import { createLog } from '#server/lib/log.ts';
import type { Person } from '#tests/support/chat.ts';
import { upload, uploaded } from '#tests/support/brain/sources.ts';
import { purge } from '#tests/support/jobs.ts';
import { aPerson } from '#tests/support/people.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';

const MB = 1024 * 1024;
const PIECES = (4 * MB) / PIECE_BYTES;
const NOTHING: DocumentReading = { kind: 'text', title: '', unit: 'page', count: 1, sections: [] };

let app: TestApp;
let maya: Person;
beforeEach(async () => {
  const documents = { readDocument: async () => NOTHING, close: () => undefined };
  app = await createTestApp({ documents });
  maya = await aPerson(app, { plan: 'ultimate' });
});
afterEach(() => app.container.jobs.idle());

const countFiles = async () => (await app.db.selectFrom('source_files').select('id').execute()).length;
const countPieces = async () => (await app.db.selectFrom('source_file_pieces').select('position').execute()).length;
const refusalOf = async (response: Response) => ((await response.json()) as { error: { message: string } }).error; // reason: what the edge answers

/** Starts an upload whose bytes the test sends one by one. */
function aSlowUpload() {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  const options = { method: 'POST', body: readable, duplex: 'half' } as const;
  const response = maya.request(`/brain/files/${randomUUID()}?name=a.txt`, options);
  return { response, send: (bytes: number) => writer.write(new Uint8Array(bytes)), breakOff: () => writer.abort() };
}
async function piecesArrive(count: number): Promise<void> {
  while ((await countPieces()) < count) await setImmediate();
}

test('an upload whose sender is gone is no failure of ours, unless the database fails', async () => {
  const lines: string[] = [];
  const log = Object.assign(createLog('silent'), {
    error: () => lines.push('error'),
    warn: () => lines.push('warning'),
  });
  const answerTo = async (failure: Error, signal: AbortSignal) => {
    const sources = { ...app.container.services.sources, addFile: () => Promise.reject(failure) };
    const edge = sourceFiles({ ...app.container, log, services: { ...app.container.services, sources } });
    const options = { method: 'POST', body: 'We ship.', headers: { cookie: maya.cookie() }, signal };
    return (await edge.request(new Request(`http://localhost/${randomUUID()}`, options))).status;
  };
  const gone = AbortSignal.abort();
  expect(await answerTo(new Error('the upload broke off'), gone)).toBe(499);
  expect(await answerTo(new DatabaseError('no answer', { code: 'DATABASE_SILENT' }), gone)).toBe(503);
  expect(await answerTo(new Error('a fault of ours'), new AbortController().signal)).toBe(500);
  expect(lines).toEqual(['warning', 'error']);
});

describe('a file', () => {
  test('a file of several megabytes is uploaded and downloaded while everyone else is served', async () => {
    const theo = await aPerson(app);
    const content = randomBytes(4 * MB);
    const readsDuring = async (work: Promise<unknown>) => {
      const done = new AbortController();
      void work.finally(() => done.abort());
      let reads = 0;
      for (; !done.signal.aborted; reads += 1) await theo.api.profile.get.query();
      return reads;
    };
    const sending = upload(maya, content, { name: 'a.txt' });
    expect(await readsDuring(sending), 'reads during the upload').toBeGreaterThan(PIECES / 2);
    const { id } = await uploaded(await sending);
    const loading = maya.request(`/brain/files/${id}`).then((response) => response.arrayBuffer());
    expect(await readsDuring(loading), 'reads during the download').toBeGreaterThan(PIECES / 4);
    expect(content.equals(new Uint8Array(await loading))).toBe(true);
  });

  test.each([1, PIECE_BYTES - 1, PIECE_BYTES, PIECE_BYTES + 1, 3 * PIECE_BYTES])(
    'a file of %d bytes comes back unchanged',
    async (size) => {
      const content = randomBytes(size);
      const { id } = await uploaded(await upload(maya, content));
      const response = await maya.request(`/brain/files/${id}`);
      expect(response.headers.get('content-length')).toBe(String(size));
      expect(content.equals(new Uint8Array(await response.arrayBuffer()))).toBe(true);
      expect(await countPieces()).toBe(Math.ceil(size / PIECE_BYTES));
    },
  );

  test('a file that is still arriving isn’t a source yet, and leaves nothing behind if its upload breaks off', async () => {
    const { response, send, breakOff } = aSlowUpload();
    await send(2 * PIECE_BYTES);
    await piecesArrive(2);
    expect((await maya.api.brain.sources.list.query()).sources).toEqual([]);
    await breakOff();
    expect(await refusalOf(await response)).toMatchObject({ appCode: 'UPLOAD_STALLED' });
    expect([await countFiles(), await countPieces()]).toEqual([0, 0]);
  });

  test('a file larger than the remaining storage is refused before all of it has arrived, and leaves nothing behind', async () => {
    await app.db.updateTable('profiles').set({ subscription_tier: 'free', subscription_status: 'none' }).execute();
    const { response, send } = aSlowUpload();
    void send(10 * MB + PIECE_BYTES).catch(() => undefined);
    expect(await refusalOf(await response)).toMatchObject({ appCode: 'STORAGE_FULL' });
    expect([await countFiles(), await countPieces()]).toEqual([0, 0]);
  });

  test('a file whose process died during the upload is deleted an hour later', async () => {
    const row = { user_id: maya.userId, id: randomUUID(), source_id: null, started_at: await app.clock.now() };
    await app.db.insertInto('source_files').values(row).execute();
    const piece = { user_id: maya.userId, file_id: row.id, position: 0, content: Buffer.from('half of it') };
    await app.db.insertInto('source_file_pieces').values(piece).execute();
    await purge(app);
    expect(await countFiles()).toBe(1);
    app.clock.advance(61 * 60_000);
    await purge(app);
    expect([await countFiles(), await countPieces()]).toEqual([0, 0]);
  });

  test('too many uploads are refused until an hour has passed, and the error says when', async () => {
    await app.db.updateTable('profiles').set({ time_zone: 'America/New_York' }).execute();
    await uploaded(await upload(maya, 'Hello'));
    await app.db
      .updateTable('attempt_counters')
      .set({ attempts: UPLOADS_PER_HOUR - 1 })
      .execute();
    // Of two parallel uploads, only one still fits the limit.
    const both = await Promise.all([upload(maya, 'One'), upload(maya, 'Two')]);
    expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 429]));
    expect(await refusalOf(await upload(maya, 'Three'))).toEqual({
      appCode: 'TOO_MANY_UPLOADS',
      message: 'You’ve added a lot of files in the past hour. You can add more at 5:00 AM.',
    });
    app.clock.advance(60 * 60_000);
    await uploaded(await upload(maya, 'Four'));
  });
});
