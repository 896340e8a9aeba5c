import { execFileSync, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import postgres from 'postgres';
import { startCluster } from './bench/cluster.mjs';
import { freePort } from './lib/free-port.mjs';
import { PlainError, runMain, say } from './lib/messages.mjs';
import { findPostgresBin, runAsPostgres } from './lib/postgres-programs.mjs';
import { projectRoot } from './lib/project.mjs';
import { withTemporaryFolder } from './lib/temporary-folder.mjs';
import { UNSET_SETTINGS } from './lib/unset-settings.mjs';

const USAGE = 'Usage: npm run upgrade:data -- <commit>';
const FOLDER = 'tests/processes/upgrades';
const DATABASE = 'tenfold';
const START_WITHIN_MS = 180_000;
const ANSWER_WITHIN_MS = 60_000;
const DEMO = { email: 'demo@tenfold.test', password: 'tenfold-demo' };
/** The test starts today's version with the same one. */
const UPGRADE_SECRET = 'the same long secret for every version';

/**
 * Gives two people a row in every table, a second factor included, so the demo account isn't one of them. Versions of
 * the first days don't have the helper.
 */
const HELPER = 'tests/support/a-row-in-every-table.ts';
const FILL = `
import { openDatabase } from '#db/client.ts';
import { fillEveryTable } from '#tests/support/a-row-in-every-table.ts';
const { db, close } = await openDatabase({ url: process.env.DATABASE_URL, poolMax: 1 });
const others = db.selectFrom('users').where('email', '<>', '${DEMO.email}');
const people = await others.select(['id as userId', 'email']).orderBy('email').limit(2).execute();
for (const person of people) await fillEveryTable(db, person, new Date());
await close();
`;

const run = (command, args, options = {}) =>
  execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'], ...options }).trim();

async function startOldVersion(folder, environment) {
  const child = spawn('node', ['scripts/start.mjs'], {
    cwd: folder,
    env: environment,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  let output = '';
  child.stdout.on('data', (piece) => (output += piece));
  const end = performance.now() + START_WITHIN_MS;
  while (!output.includes('Tenfold is ready')) {
    if (child.exitCode !== null || performance.now() > end) {
      child.kill('SIGKILL');
      throw new PlainError(`This version didn't start:\n${output}`);
    }
    await wait(100);
  }
  return { stop: () => child.kill('SIGTERM') && exited };
}

async function call(url, path, input, cookie = '') {
  const headers = { 'content-type': 'application/json', origin: url, cookie };
  const response = await fetch(`${url}/trpc/${path}`, { method: 'POST', headers, body: JSON.stringify(input) });
  if (!response.ok) throw new PlainError(`${path}: ${response.status} ${await response.text()}`);
  return response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
}

/** Signs in as the demo account and asks a question, as people do. */
async function useOldVersion(url, sql) {
  const cookie = await call(url, 'auth.signIn', DEMO);
  const question = { id: randomUUID(), assistantId: 'brain_ai', conversationId: null, text: 'What first this week?' };
  await call(url, 'chat.send', question, cookie);
  const end = performance.now() + ANSWER_WITHIN_MS;
  while ((await sql`select 1 from turns where status = 'streaming'`).length > 0) {
    if (performance.now() > end) throw new PlainError("The answer wasn't finished in time.");
    await wait(100);
  }
}

/** Has an earlier version make data, and keeps what it leaves on PostgreSQL for tests/processes/upgrade.test.ts. */
async function makeData(commit, folder, cluster) {
  const checkout = join(folder, 'checkout');
  run('git', ['worktree', 'add', '--quiet', '--detach', checkout, commit], { cwd: projectRoot });
  try {
    run('npm', ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'], {
      cwd: checkout,
    });
    await cluster.admin`create database ${cluster.admin(DATABASE)}`;
    const port = await freePort();
    const environment = {
      ...process.env,
      ...UNSET_SETTINGS,
      APP_SECRET: UPGRADE_SECRET,
      DATABASE_URL: cluster.url(DATABASE),
      DATA_DIR: join(folder, 'data'),
      PORT: String(port),
      SANDBOX_PORT: String(await freePort()),
    };
    const old = await startOldVersion(checkout, environment);
    const sql = postgres(cluster.url(DATABASE), { max: 1 });
    try {
      await useOldVersion(`http://localhost:${port}`, sql);
    } finally {
      await sql.end();
      await old.stop();
    }
    if (existsSync(join(checkout, HELPER))) {
      writeFileSync(join(checkout, 'fill.ts'), FILL);
      run('node', ['scripts/run.mjs', 'fill.ts'], { cwd: checkout, env: environment });
    }
    const args = ['--inserts', '--rows-per-insert=100', '--no-owner', '--no-privileges', '--no-comments'];
    const { isOk, output } = runAsPostgres(join(findPostgresBin(), 'pg_dump'), [...args, cluster.url(DATABASE)]);
    if (!isOk) throw new PlainError(output);
    // Commands of psql, which aren't SQL.
    const dump = output.replaceAll(/^\\.*$/gm, '');
    const [date, hash] = run('git', ['show', '-s', '--format=%cs %h', '--abbrev=8', commit], {
      cwd: projectRoot,
    }).split(' ');
    const file = join(FOLDER, `${date}-${hash}.sql.gz`);
    const packed = gzipSync(dump, { level: 9 });
    writeFileSync(join(projectRoot, file), packed);
    say(`${file} (${Math.ceil(packed.length / 1_000)} kB)`);
  } finally {
    run('git', ['worktree', 'remove', '--force', checkout], { cwd: projectRoot });
  }
}

await runMain(async () => {
  const [commit, ...rest] = process.argv.slice(2);
  if (!commit || rest.length > 0) throw new PlainError(USAGE);
  const cluster = await startCluster({ isCached: false, settings: { fsync: 'off' } });
  try {
    await withTemporaryFolder((folder) => makeData(commit, folder, cluster));
  } finally {
    await cluster.close();
  }
});
