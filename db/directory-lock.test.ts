import { fork, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { DirectoryHeldError, lockDirectory } from './directory-lock.ts';

const directory = () => mkdtempSync(join(tmpdir(), 'tenfold-lock-'));
const deadPid = () => spawnSync(process.execPath, ['-e', '']).pid;
const left = (path: string) => readdirSync(path).filter((name) => name.startsWith('tenfold.lock'));

test('a directory that a living process holds is refused by name', () => {
  const path = directory();
  writeFileSync(join(path, 'tenfold.lock'), String(process.ppid));
  expect(() => lockDirectory(path)).toThrow(DirectoryHeldError);
  expect(() => lockDirectory(path)).toThrow(`in use by process ${process.ppid}`);
  expect(left(path)).toEqual(['tenfold.lock']);
});

test('a directory that this process holds is refused until it is released', () => {
  const path = directory();
  const release = lockDirectory(path);
  expect(() => lockDirectory(path)).toThrow(`in use by process ${process.pid}`);
  release();
  const releaseAgain = lockDirectory(path);
  release();
  expect(() => lockDirectory(path), 'a release counts once').toThrow(DirectoryHeldError);
  releaseAgain();
  expect(left(path)).toEqual([]);
});

test.each([
  ['of a process that is gone', () => String(deadPid())],
  ['of a dead process whose id we were given', () => `${process.pid} 00000000-0000-4000-8000-000000000000`],
  ['that a power cut left empty', () => ''],
  ['that a power cut left with nothing but zeros', () => '\0\0\0\0'],
])('a lock %s is taken over', (_, text) => {
  const path = directory();
  writeFileSync(join(path, 'tenfold.lock'), text());
  const release = lockDirectory(path);
  expect(() => lockDirectory(path)).toThrow(DirectoryHeldError);
  release();
  expect(left(path)).toEqual([]);
});

test('a lock is taken over even if the process that was taking it over has died', () => {
  const path = directory();
  const dead = deadPid();
  writeFileSync(join(path, 'tenfold.lock'), `${dead} first`);
  writeFileSync(join(path, 'tenfold.lock.after-first'), `${dead} second`);
  writeFileSync(join(path, 'tenfold.lock.after-second'), `${dead} third`);
  lockDirectory(path)();
  expect(left(path)).toEqual([]);
});

/** Starts wait for the same instant, because a message reaches them at different times. */
const STARTER = `
  const { lockDirectory, DirectoryHeldError } = await import(process.argv[1]);
  let release = () => undefined;
  process.on('message', ({ path, at }) => {
    if (!path) return void (release(), process.send('released'));
    while (performance.timeOrigin + performance.now() < at);
    try {
      release = lockDirectory(path);
      process.send('won');
    } catch (error) {
      release = () => undefined;
      process.send(error instanceof DirectoryHeldError ? 'lost' : String(error));
    }
  });
  process.send('ready');`;
const starters: ChildProcess[] = [];
afterAll(() => {
  for (const starter of starters) starter.kill('SIGKILL');
});

test('of two starts racing for one stale lock, one wins, 50 times out of 50', async () => {
  const options = { execArgv: ['--input-type=module', '-e', STARTER], execPath: process.execPath };
  for (const _ of [1, 2]) starters.push(fork(join(import.meta.dirname, 'directory-lock.ts'), options));
  const replies = () => Promise.all(starters.map(async (starter) => String((await once(starter, 'message'))[0])));
  const ask = (question: object) => {
    const answers = replies();
    for (const starter of starters) starter.send(question);
    return answers;
  };
  await replies();
  const stale = `${deadPid()} stale`;
  for (let round = 1; round <= 50; round += 1) {
    const path = directory();
    writeFileSync(join(path, 'tenfold.lock'), stale);
    const outcomes = await ask({ path, at: performance.timeOrigin + performance.now() + 2 });
    expect(new Set(outcomes), `round ${round}`).toEqual(new Set(['won', 'lost']));
    await ask({});
    expect(left(path)).toEqual([]);
  }
});
