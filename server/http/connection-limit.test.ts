import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { expect, test, vi } from 'vitest';
import { createLog } from '#server/lib/log.ts';
import { limitConnections, readOpenFiles } from './connection-limit.ts';

test('this process knows how many files it may open, and how many it has', () => {
  const files = readOpenFiles();
  expect(files?.limit).toBeGreaterThan(files?.open ?? Number.NaN);
});

test('a start with a low limit of open files says so, and connections beyond it are refused with one line in the log', async () => {
  const log = createLog('silent');
  const warn = vi.spyOn(log, 'warn');
  const server = createServer((_, response) => response.end('here'));
  limitConnections(server, { limit: 256, open: 140 }, log);
  const cure = 'raise it with `ulimit -n 65536`, or LimitNOFILE=65536 in its unit file';
  expect(warn.mock.lastCall).toEqual([
    { event: 'few open files', limit: 256, connections: 16 },
    `the limit of 256 open files allows 16 connections; ${cure}`,
  ]);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // reason: it listens on TCP
  const open = async () => {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    return socket;
  };
  const kept = await Promise.all(Array.from({ length: 16 }, open));
  const refused = await Promise.all([open(), open()]);
  await Promise.all(refused.map((socket) => once(socket.resume(), 'close')));
  expect(warn).toHaveBeenCalledTimes(2);
  expect(warn.mock.lastCall).toEqual([
    { event: 'connections refused', refused: 1, connections: 16, limit: 256 },
    `all 16 connections that the limit of 256 open files allows are in use; ${cure}`,
  ]);
  for (const socket of kept) socket.destroy();
  server.close();
});

test('a usual limit of open files warns nobody', () => {
  const log = createLog('silent');
  const warn = vi.spyOn(log, 'warn');
  const server = createServer();
  limitConnections(server, { limit: 65_536, open: 36 }, log);
  expect(server.maxConnections).toBe(65_400);
  expect(warn).not.toHaveBeenCalled();
});
