import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, lstatSync, mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startSandbox } from '#sandbox/sandbox.ts';
import { loadOrCreateSecret } from '#server/lib/crypto/app-secret.ts';
import { createLog } from '#server/lib/log.ts';
import { openDatabase } from './client.ts';
import { DirectoryNotPrivateError, makePrivate } from './private-directory.ts';

const NOBODY = 65_534;
const isRoot = process.geteuid?.() === 0;

let umask = 0;
beforeEach(() => {
  umask = process.umask(0o022);
});
afterEach(() => {
  process.umask(umask);
});

/** A folder as an operator creates it: readable by everyone. */
function aDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'tenfold-private-'));
  chmodSync(directory, 0o755);
  return directory;
}

/** Everything in a data directory that other users can access, including the directory itself, with its mode. */
function openToOthers(directory: string): string[] {
  const paths = ['.', ...readdirSync(directory, { recursive: true, encoding: 'utf8' })];
  expect(paths.length).toBeGreaterThan(500);
  return paths.flatMap((path) => {
    const mode = lstatSync(join(directory, path)).mode & 0o777;
    return (mode & 0o077) === 0 ? [] : [`${path} ${mode.toString(8)}`];
  });
}

/** Starts and stops everything that writes to a data directory, as the product does. */
async function startAndStop(directory: string): Promise<void> {
  const database = await openDatabase({ directory });
  const sandbox = await startSandbox({ host: '127.0.0.1', port: 0, dataDir: directory, log: createLog('silent') });
  loadOrCreateSecret(directory);
  await sandbox.close();
  await database.close();
}

test('only the owner can access the data directory after a start, even one that an earlier version created', async () => {
  const directory = aDirectory();
  await startAndStop(directory);
  expect(openToOthers(directory)).toEqual([]);
  for (const entry of readdirSync(join(directory, 'pglite'), { recursive: true, withFileTypes: true }))
    chmodSync(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o755 : 0o666);
  chmodSync(join(directory, 'pglite'), 0o755);
  chmodSync(directory, 0o755);
  await startAndStop(directory);
  expect(openToOthers(directory)).toEqual([]);
});

test('another user of the machine can neither list nor read the data directory', async (context) => {
  if (!isRoot || spawnSync('setpriv', ['--version']).error) return context.skip(); // reason: only root can become another user
  const directory = aDirectory();
  const asNobody = (...command: string[]) =>
    spawnSync('setpriv', [`--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups', ...command]).status;
  expect(asNobody('ls', directory)).toBe(0);
  makePrivate(directory);
  expect(asNobody('ls', directory)).not.toBe(0);
});

test('a data directory that belongs to another user is refused', () => {
  const directory = isRoot ? aDirectory() : '/';
  if (isRoot) chownSync(directory, NOBODY, NOBODY);
  expect(() => makePrivate(directory)).toThrow(DirectoryNotPrivateError);
  expect(() => makePrivate(directory)).toThrow('belongs to another user');
});
