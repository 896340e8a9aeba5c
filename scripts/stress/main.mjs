import { parseArgs } from 'node:util';
import { setTimeout as wait } from 'node:timers/promises';
import { quantile, sharedNow } from '../bench/statistics.mjs';
import { keepProduct } from '../fuzz/keeper.mjs';
import { bystanderReads, startBystander } from '../lib/load/bystander.mjs';
import { freePort } from '../lib/free-port.mjs';
import { runMain, say } from '../lib/messages.mjs';
import { seedPeople } from '../lib/load/seed-people.ts';
import { stopOnSignals } from '../lib/load/stop-on-signals.mjs';
import { withTemporaryFolder } from '../lib/temporary-folder.mjs';
import { warmUp } from '../lib/load/warm-up.mjs';
import { startHostileWebsites } from './hostile-website.mjs';
import { ROWS } from './rows.mjs';
import { operations } from './operations/operations.mjs';
import { soak } from './soak/soak.mjs';

const PEOPLE = 120;
/** How many times one account adds all hostile content. */
const ROUNDS = 20;
const SOAK_MINUTES = 30;
/** The pause between two rows, so that none starts on what the last one left behind. */
const REST_MS = 2_000;
const WARM_PATHS = ['/', '/health/live', '/auth', '/dashboard', '/trpc/usage.overview'];

const HEADINGS = ['what', 'health p50', 'health p99', 'health max', 'other reads max', 'took', 'came of it'];

function cellsOf({ name, readings, seconds, outcome }) {
  const health = readings.filter((one) => one.name === '/health/live').map(({ ms }) => ms);
  const other = readings.filter((one) => one.name !== '/health/live').map(({ ms }) => ms);
  const ms = (value) => `${Math.round(value)} ms`;
  return [
    name,
    ms(quantile(health, 0.5)),
    ms(quantile(health, 0.99)),
    ms(Math.max(...health)),
    ms(Math.max(...other)),
    `${seconds.toFixed(1)} s`,
    outcome,
  ];
}

function toTable(rows) {
  const line = (cells) => `| ${cells.join(' | ')} |`;
  return [line(HEADINGS), line(HEADINGS.map(() => '---')), ...rows.map((row) => line(cellsOf(row)))].join('\n');
}

async function measure(row, { keeper, people, bystander, rounds }) {
  await keeper.whenUp();
  const watch = startBystander({ port: keeper.port, reads: bystanderReads(bystander.cookie), giveUpMs: 60_000 });
  await wait(REST_MS);
  await watch.take();
  const begun = sharedNow();
  const outcome = await row.work({ port: keeper.port, people, rounds });
  const seconds = (sharedNow() - begun) / 1000;
  // Waiting requests are counted when they are answered.
  await wait(REST_MS);
  const readings = await watch.take();
  await watch.stop();
  await keeper.check();
  return { name: row.name, readings, seconds, outcome };
}

async function stress({ databaseUrl, only, port, rounds }, dataDir) {
  const location = databaseUrl === undefined ? { directory: dataDir } : { url: databaseUrl, poolMax: 5 };
  const [bystander, ...people] = (await seedPeople(location, PEOPLE)).map((one) => ({
    ...one,
    cookie: one.cookies[0],
  }));
  const websites = await startHostileWebsites();
  const environment = {
    TRUSTED_PROXIES: '127.0.0.1',
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl ?? '',
    WEB_STAND_INS: websites.standIns,
  };
  const errors = [];
  const keeper = await keepProduct({
    start: { node: process.execPath, port, environment },
    onError: (entry) => errors.push(entry.event ?? entry.msg),
    onDown: ({ kind, complaint }) => say(`      the product ${kind} and is started again ${complaint ?? ''}`),
  });
  stopOnSignals(keeper);
  try {
    await warmUp({ port, paths: WARM_PATHS, cookie: bystander.cookie });
    const rows = [];
    for (const row of ROWS.filter(({ name }) => only === undefined || name.includes(only))) {
      say(`${row.name} ...`);
      rows.push(await measure(row, { keeper, people, bystander, rounds }));
    }
    say(`\n${toTable(rows)}`);
    if (errors.length > 0) say(`\n${errors.length} lines of level error: ${[...new Set(errors)].join(', ')}`);
  } finally {
    await keeper.stop();
    await websites.close();
  }
}

await runMain(async () => {
  const options = {
    only: { type: 'string' },
    port: { type: 'string' },
    rounds: { type: 'string', default: String(ROUNDS) },
    'database-url': { type: 'string' },
    minutes: { type: 'string', default: String(SOAK_MINUTES) },
    'quiet-minutes': { type: 'string' },
    trial: { type: 'boolean', default: false },
  };
  const { values } = parseArgs({ options });
  const port = values.port === undefined ? await freePort() : Number(values.port);
  const [databaseUrl, only, minutes] = [values['database-url'], values.only, Number(values.minutes)];
  const quietMinutes = Number(values['quiet-minutes'] ?? minutes / 3);
  return withTemporaryFolder((dataDir) => {
    // These two take half an hour, so each only runs on its own.
    if (only === 'soak') return soak({ databaseUrl, port, minutes, quietMinutes, isTrial: values.trial }, dataDir);
    if (only === 'operations') return operations({ port, minutes }, dataDir);
    return stress({ databaseUrl, only, port, rounds: Number(values.rounds) }, dataDir);
  });
});
