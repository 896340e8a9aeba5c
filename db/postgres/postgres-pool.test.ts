import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { testDatabase } from '#tests/support/test-database.ts';
import { DatabaseError } from '../database-error.ts';
import { LIMITS } from '../kind-of-work.ts';
import { parseArray, serializeArray } from './array-types.ts';
import { createPostgresPool } from './postgres-pool.ts';
import { ROWS_DO_NOT_ADD_UP } from './read-rows.ts';

const { db, driver } = await testDatabase();

test.runIf(driver === 'postgres')(
  'PostgreSQL compiles no statement, which would take longer than running it',
  async () => {
    const { rows } = await sql`show jit`.execute(db);
    expect(rows).toEqual([{ jit: 'off' }]);
  },
);

const url = process.env['TEST_DATABASE_URL'];

test.runIf(url)('a connection whose row count doesn’t match is closed and never reused', async () => {
  const pool = createPostgresPool(url ?? '', { name: 'tenfold test', max: 1, ...LIMITS.request });
  const backend = async () => {
    const slot = await pool.take();
    const [row] = await slot.sql`select pg_backend_pid() as pid`;
    return { slot, pid: Number(row?.['pid']) };
  };
  const { slot, pid } = await backend();
  const damaged = Promise.reject(new DatabaseError('2 places for 3 rows', { code: ROWS_DO_NOT_ADD_UP }));
  await expect(pool.answered(slot, damaged)).rejects.toMatchObject({ code: ROWS_DO_NOT_ADD_UP });
  expect(slot.isOpen()).toBe(false);
  slot.release();
  const next = await backend();
  expect(next.pid).not.toBe(pid);
  next.slot.release();
  await pool.end();
});

/** A PostgreSQL that lets a client in, and doesn't say another word. */
async function startSilentServer() {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    const AUTHENTICATED = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0]);
    const READY = Buffer.from([0x5a, 0, 0, 0, 5, 0x49]);
    socket.once('data', () => socket.write(Buffer.concat([AUTHENTICATED, READY])));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // reason: it listens on TCP
  const close = () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  };
  return { url: `postgres://tenfold@127.0.0.1:${port}/tenfold`, close };
}

test.each([
  ['falls silent', () => undefined, 'DATABASE_SILENT'],
  ['closes the connection', (server: { close: () => void }) => server.close(), 'CONNECTION_CLOSED'],
])('a database that %s as soon as it has let us in fails the statement and nothing else', async (_, act, code) => {
  const unhandled = vi.fn();
  process.on('unhandledRejection', unhandled);
  const server = await startSilentServer();
  const limits = { statementMs: 0, lockMs: 0, silentMs: 300 };
  const pool = createPostgresPool(server.url, { name: 'tenfold test', max: 1, ...limits });
  const slot = await pool.take();
  const work = slot.sql`select 1`.then(() => undefined);
  const answer = pool.answered(slot, work);
  setTimeout(() => act(server), 100);
  await expect(answer).rejects.toMatchObject({ code });
  await pool.end();
  server.close();
  process.off('unhandledRejection', unhandled);
  expect(unhandled).not.toHaveBeenCalled();
});

test.each([
  ['{}', []],
  ['{1,NULL,3}', ['1', null, '3']],
  ['{"a, b","c\\"d","e\\\\f","",NULL,"NULL"}', ['a, b', 'c"d', 'e\\f', '', null, 'NULL']],
])('the array %s is read, and written so that PostgreSQL reads the same', (text, elements) => {
  expect(parseArray(text, (element) => element)).toEqual(elements);
  expect(parseArray(serializeArray(elements), (element) => element)).toEqual(elements);
});
