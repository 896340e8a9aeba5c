import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { backupArchive } from './backup-archive.ts';

let directory = '';
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'tenfold-backup-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

test('an unpacked backup is a data directory: the database, and its key for the owner only', () => {
  const dump = readFileSync(inject('databaseTemplate'));
  const file = join(directory, 'backup.tar.gz');
  writeFileSync(file, backupArchive(dump, 'the key of this database'));
  execFileSync('tar', ['-xpzf', file, '-C', directory]);
  expect(readdirSync(directory).toSorted()).toEqual(['app-secret', 'backup.tar.gz', 'pglite']);
  expect(readFileSync(join(directory, 'app-secret'), 'utf8')).toBe('the key of this database');
  expect(statSync(join(directory, 'app-secret')).mode & 0o777).toBe(0o600);
  expect(readFileSync(join(directory, 'pglite', 'PG_VERSION'), 'utf8')).toMatch(/^\d+\n$/);
  expect(readdirSync(join(directory, 'pglite', 'base')).length).toBeGreaterThan(0);
});
