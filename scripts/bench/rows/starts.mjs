import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../../lib/free-port.mjs';
import { UNSET_SETTINGS } from '../../lib/unset-settings.mjs';
import { residentMb } from '../process-usage.mjs';
import { judge } from '../rounds.mjs';
import { median } from '../statistics.mjs';

const STARTS = 3;
/** As multiples of the time that Node takes to do nothing. */
const POSTGRES_GOAL = 12;
const PGLITE_GOAL = 30;
const IDLE_GOAL_MB = 400;
const IDLE_MS = 2_000;

function bareStart() {
  const begun = performance.now();
  spawnSync(process.execPath, ['-e', '0']);
  return performance.now() - begun;
}

async function startTimes(start) {
  const times = [];
  const bareTimes = [];
  let idleMb = 0;
  for (let count = 0; count < STARTS; count += 1) {
    bareTimes.push(bareStart());
    const product = await start();
    times.push(product.startMs);
    if (count === STARTS - 1) await wait(IDLE_MS);
    idleMb = residentMb(product.pid);
    await product.stop();
  }
  const ratio = median(times.map((ms, index) => ms / bareTimes[index]));
  return { ms: median(times), bareMs: median(bareTimes), ratio, idleMb };
}

/** From the start of the process to the first success of /health/ready, and the memory of a process that has done nothing yet. */
export async function measureStarts(rig) {
  const onPostgres = await startTimes(() => rig.startOn(rig.databaseUrl, { hasProbe: false }));
  const directory = join(rig.folder, 'pglite');
  mkdirSync(directory);
  const sandboxPort = await freePort();
  const startEmbedded = () =>
    rig.start({
      hasProbe: false,
      environmentFor: () => ({
        ...UNSET_SETTINGS,
        NODE_ENV: '',
        DATA_DIR: directory,
        SANDBOX_PORT: String(sandboxPort),
      }),
    });
  const first = await startEmbedded();
  await first.stop();
  const embedded = await startTimes(startEmbedded);
  const row = (name, { ms, bareMs, ratio }, goal, note) => ({
    name,
    product: `${ms.toFixed(0)} ms`,
    baseline: `${bareMs.toFixed(0)} ms`,
    ratio,
    goal: `<= ${goal}`,
    verdict: judge(ratio <= goal),
    note,
  });
  return [
    row(
      'Cold start on PostgreSQL',
      onPostgres,
      POSTGRES_GOAL,
      `median of ${STARTS}, compiled code kept as \`npm start\` keeps it; bare: \`node -e 0\``,
    ),
    row(
      'Cold start on an existing PGlite directory',
      embedded,
      PGLITE_GOAL,
      `first start with an empty one: ${first.startMs.toFixed(0)} ms; sandbox included`,
    ),
    {
      name: 'Memory idle, PostgreSQL / PGlite',
      product: `${onPostgres.idleMb.toFixed(0)} / ${embedded.idleMb.toFixed(0)} MB`,
      goal: `<= ${IDLE_GOAL_MB} MB`,
      verdict: judge(Math.max(onPostgres.idleMb, embedded.idleMb) <= IDLE_GOAL_MB),
      note: `resident, ${IDLE_MS / 1000} s after the start`,
    },
  ];
}
