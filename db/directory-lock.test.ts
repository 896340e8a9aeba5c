import { fork, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { DirectoryLockError, lockDirectory } from './directory-lock.ts';

const IN_USE =
  /^Another Tenfold process is using the data directory .+\. Stop it, or set DATA_DIR to another directory\.$/;
const directory = () => mkdtempSync(join(tmpdir(), 'tenfold-lock-'));
const notes = (path: string) => readdirSync(path).filter((name) => name.startsWith('tenfold.lock'));

/** Starts wait for the same instant, because a message reaches them at different times. */
const STARTER = `
  const { lockDirectory, DirectoryLockError } = await import(process.argv[1]);
  let release = () => undefined;
  process.on('message', ({ path, at }) => {
    if (!path) return void (release(), process.send('released'));
    while (performance.timeOrigin + performance.now() < at);
    try {
      release = lockDirectory(path);
      process.send('won');
    } catch (error) {
      release = () => undefined;
      process.send(error instanceof DirectoryLockError ? 'lost' : String(error));
    }
  });
  process.send('ready ' + process.pid);`;
const LOCK = join(import.meta.dirname, 'directory-lock.ts');
const children: ChildProcess[] = [];
afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
});

/**
 * A process that locks directories when it is told to. In a process namespace of its own, its number is 1, as in a
 * container.
 */
async function startStarter({ isContained = false } = {}) {
  const program = ['--input-type=module', '-e', STARTER, LOCK];
  const child = isContained
    ? spawn('unshare', [...CONTAINED, process.execPath, ...program], {
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      })
    : fork(LOCK, { execArgv: program.slice(0, -1), execPath: process.execPath });
  children.push(child);
  const [greeting] = (await once(child, 'message')) as [string]; // reason: the program above sends texts
  const ask = async (question: object) => {
    const reply = once(child, 'message');
    child.send(question);
    return String((await reply)[0]);
  };
  return {
    pid: Number(greeting.split(' ')[1]),
    lock: (path: string, at = 0) => ask({ path, at }),
    release: () => ask({}),
    kill: async () => {
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}

// `--kill-child` kills the process inside with its parent, which is the one that a test can reach.
const CONTAINED = ['--user', '--map-root-user', '--pid', '--fork', '--kill-child', '--mount-proc'];
const canContain = spawnSync('unshare', [...CONTAINED, 'true']).status === 0;

test('a directory that this process uses is refused until it is released', () => {
  const path = directory();
  const release = lockDirectory(path);
  expect(() => lockDirectory(path)).toThrow(DirectoryLockError);
  expect(() => lockDirectory(path)).toThrow(IN_USE);
  release();
  const releaseAgain = lockDirectory(path);
  release();
  expect(() => lockDirectory(path), 'a release counts once').toThrow(DirectoryLockError);
  releaseAgain();
  expect(notes(path)).toEqual([]);
});

test('a directory that another process uses is refused, and is free as soon as that process is killed', async () => {
  const path = directory();
  const holder = await startStarter();
  expect(await holder.lock(path)).toBe('won');
  expect(() => lockDirectory(path)).toThrow(IN_USE);
  await holder.kill();
  lockDirectory(path)();
});

test.runIf(canContain)('two containers whose processes have the same number never share a directory', async () => {
  const path = directory();
  const [first, second] = await Promise.all([startStarter({ isContained: true }), startStarter({ isContained: true })]);
  expect([first.pid, second.pid]).toEqual([1, 1]);
  expect(await first.lock(path)).toBe('won');
  expect(await second.lock(path)).toBe('lost');
  await first.kill();
  expect(await second.lock(path)).toBe('won');
});

test.each([
  ['names another program by now', () => String(process.ppid)],
  ['names a process that is gone', () => `${spawnSync(process.execPath, ['-e', '']).pid} 0-0`],
  ['names our own number, as in a restarted container', () => `${process.pid} 00000000-0000-4000-8000-000000000000`],
  ['was left empty by a power cut', () => ''],
  ['was left with nothing but zeros by a power cut', () => '\0\0\0\0'],
])('a lock file of an earlier version that %s is taken over', (_, text) => {
  const path = directory();
  writeFileSync(join(path, 'tenfold.lock'), text());
  const release = lockDirectory(path);
  expect(() => lockDirectory(path)).toThrow(DirectoryLockError);
  release();
  expect(notes(path)).toEqual([]);
});

test.runIf(process.platform === 'linux')(
  'an earlier version that still runs in a directory is refused by number',
  async () => {
    const path = directory();
    const opener = `require('fs').openSync(process.argv[1], 'w'); console.log('open'); setInterval(() => undefined, 1_000)`;
    const running = spawn(process.execPath, ['-e', opener, join(path, 'PG_VERSION')], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    children.push(running);
    await once(running.stdout, 'data');
    writeFileSync(join(path, 'tenfold.lock'), `${running.pid} 00000000-0000-4000-8000-000000000000`);
    expect(() => lockDirectory(path)).toThrow(
      `An earlier version of Tenfold uses the data directory ${path} (process ${running.pid}).`,
    );
    running.kill('SIGKILL');
    await once(running, 'exit');
    lockDirectory(path)();
  },
);

test('a directory that can’t be locked says what to do', () => {
  const path = join(directory(), 'missing');
  expect(() => lockDirectory(path)).toThrow(/can't be locked .+unable to open database file.+ local disk\.$/);
});

test('of two starts racing for one directory, one wins, 20 times out of 20', async () => {
  const starters = await Promise.all([startStarter(), startStarter()]);
  for (let round = 1; round <= 20; round += 1) {
    const path = directory();
    const at = performance.timeOrigin + performance.now() + 2;
    const outcomes = await Promise.all(starters.map((starter) => starter.lock(path, at)));
    expect(new Set(outcomes), `round ${round}`).toEqual(new Set(['won', 'lost']));
    await Promise.all(starters.map((starter) => starter.release()));
    expect(notes(path)).toEqual([]);
  }
});
