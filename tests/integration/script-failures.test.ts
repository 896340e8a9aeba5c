import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { explainFailure } from '../../scripts/lib/explain-failure.ts';
import { UNSET_SETTINGS } from '../../scripts/lib/unset-settings.mjs';

const NOBODY = 'postgres://nobody@127.0.0.1:9/none';

async function run(file: string, args: string[], environment: Record<string, string> = {}) {
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'tenfold-scripts-'));
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', 'scripts/lib/run-script.ts', file, ...args],
    {
      cwd: join(import.meta.dirname, '../..'),
      env: { PATH: process.env['PATH'], ...UNSET_SETTINGS, DATA_DIR, ...environment },
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  );
  const [complaint] = await Promise.all([text(child.stderr), once(child, 'close')]);
  return { code: child.exitCode, complaint: complaint.trim() };
}

// Each of them is a program of its own, which takes a moment to load.
describe.concurrent('scripts explain expected problems in a sentence, without a stack', () => {
  test.each([
    ['a wrong setting', 'db/scripts/jobs.ts', [], { PORT: 'many' }, /^PORT: .+$/],
    [
      'a database that isn’t there',
      'db/scripts/budgets.ts',
      [],
      { DATABASE_URL: NOBODY },
      /^Can't reach the database in DATABASE_URL\. .+$/,
    ],
    [
      'PostgreSQL, which has its own backups',
      'db/scripts/backup.ts',
      [],
      { DATABASE_URL: NOBODY },
      /^DATABASE_URL points to PostgreSQL\. Use pg_dump to back it up.*\.$/,
    ],
    ['an unknown option', 'scripts/fuzz/main.mjs', ['--quick'], {}, /^Unknown option '--quick'/],
    ['an unknown option of the benchmark', 'scripts/bench/main.mjs', ['--quick'], {}, /^Unknown option '--quick'/],
  ])('%s', async (_, file, args, environment, sentence) => {
    const { code, complaint } = await run(file, args, environment);
    expect(complaint).toMatch(sentence);
    expect(code).toBe(1);
  });

  test('an unexpected problem keeps its stack', async () => {
    const { code, complaint } = await run('scripts/missing.ts', []);
    expect(complaint).toMatch(/^\s+at /m);
    expect(code).toBe(1);
  });
});

test('a missing table keeps its stack, because it may be a bug, and comes with what else it can mean', () => {
  const error = Object.assign(new Error('relation "users" does not exist'), { code: '42P01' });
  const explained = explainFailure(error, []);
  expect(explained).toContain(error.stack);
  expect(explained).toMatch(/older than this version.+npm run db:migrate.+newer version.+bug\.$/);
});

test.each([
  [
    'ENOENT: no such file or directory',
    { code: 'ENOENT', path: '/missing/backup.tar.gz' },
    "/missing/backup.tar.gz doesn't exist, or its folder doesn't.",
  ],
  ['ENOENT: no such file or directory', { code: 'ENOENT', path: 'one/of/our/own' }, null],
])('a script explains the error “%s” (%o) as “%s”', (message, properties, sentence) => {
  expect(explainFailure(Object.assign(new Error(message), properties), ['/missing/backup.tar.gz'])).toBe(sentence);
});
