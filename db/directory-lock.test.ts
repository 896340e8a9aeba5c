import { spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { DirectoryHeldError, lockDirectory } from './directory-lock.ts';

const directory = () => mkdtempSync(join(tmpdir(), 'tenfold-lock-'));

test('a directory that a living process holds is refused by name', () => {
  const path = directory();
  writeFileSync(join(path, 'tenfold.lock'), String(process.ppid));
  expect(() => lockDirectory(path)).toThrow(DirectoryHeldError);
  expect(() => lockDirectory(path)).toThrow(`in use by process ${process.ppid}`);
});

test('the lock of a process that is gone is taken over', () => {
  const path = directory();
  const { pid } = spawnSync(process.execPath, ['-e', '']);
  writeFileSync(join(path, 'tenfold.lock'), String(pid));
  const release = lockDirectory(path);
  release();
  lockDirectory(path)();
});
