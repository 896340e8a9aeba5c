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
    const slot = await pool.take('request');
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

test.runIf(url)('every connection is replaced once the database becomes read-only', async () => {
  const pool = createPostgresPool(url ?? '', { name: 'tenfold test', max: 2, ...LIMITS.request });
  const take = async () => {
    const slot = await pool.take('request');
    const [row] = await slot.sql`select pg_backend_pid() as pid`;
    return { slot, pid: Number(row?.['pid']) };
  };
  const [one, other] = [await take(), await take()];
  other.slot.release();
  // As on a server that a failover has made a standby: whoever stays connected to it can only read.
  await one.slot.sql`set default_transaction_read_only = on`;
  const writing = pool.answered(one.slot, one.slot.sql`create table written (id integer)`);
  await expect(writing).rejects.toMatchObject({ code: '25006' });
  one.slot.release();
  const after = [await take(), await take()];
  expect(after.map(({ pid }) => pid)).not.toContain(one.pid);
  expect(after.map(({ pid }) => pid)).not.toContain(other.pid);
  for (const { slot } of after) {
    expect(await slot.sql`show transaction_read_only`).toEqual([{ transaction_read_only: 'off' }]);
    slot.release();
  }
  await pool.end();
});

test.runIf(url)('a kind of work never uses more connections than its share, and the others get the rest', async () => {
  const shares = { search: { max: 1, statementMs: 1_000 } };
  const pool = createPostgresPool(url ?? '', { name: 'tenfold test', max: 3, ...LIMITS.request, shares });
  const first = await pool.take('search');
  let isTaken = false;
  const second = Promise.resolve(pool.take('search')).then((slot) => {
    isTaken = true;
    return slot;
  });
  const others = await Promise.all([pool.take('request'), pool.take('request')]);
  expect(isTaken).toBe(false);
  for (const slot of others) slot.release();
  await Promise.resolve();
  expect(isTaken).toBe(false);
  first.release();
  (await second).release();
  await pool.end();
});

test.runIf(url)(
  'a connection has the statement limit of the work that uses it, also after it was replaced',
  async () => {
    const shares = { search: { max: 1, statementMs: 1_000 } };
    const pool = createPostgresPool(url ?? '', { name: 'tenfold test', max: 1, ...LIMITS.request, shares });
    const limitOf = async (kind: 'search' | 'request') => {
      const slot = await pool.take(kind);
      const [row] = await slot.sql`show statement_timeout`;
      slot.release();
      return row?.['statement_timeout'];
    };
    const kinds = ['search', 'search', 'request', 'search', 'request'] as const;
    const limits: unknown[] = [];
    for (const kind of kinds) limits.push(await limitOf(kind));
    expect(limits).toEqual(['1s', '1s', '5s', '1s', '5s']);
    await limitOf('search');
    const slot = await pool.take('search');
    const ended = slot.sql`select pg_terminate_backend(pg_backend_pid())`;
    await expect(pool.answered(slot, ended)).rejects.toThrow();
    slot.release();
    expect(await limitOf('search')).toBe('1s');
    expect(await limitOf('request')).toBe('5s');
    await pool.end();
  },
);

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
  const slot = await pool.take('request');
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
