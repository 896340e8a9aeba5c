import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../../lib/free-port.mjs';
import { UNSET_SETTINGS } from '../../lib/unset-settings.mjs';
import { residentMb } from '../process-usage.mjs';
import { median } from '../statistics.mjs';

const STARTS = 3;
const IDLE_MS = 2_000;

async function startTimes(start) {
  const times = [];
  let idleMb = 0;
  for (let count = 0; count < STARTS; count += 1) {
    const product = await start();
    times.push(product.startMs);
    if (count === STARTS - 1) await wait(IDLE_MS);
    idleMb = residentMb(product.pid);
    await product.stop();
  }
  return { ms: median(times), idleMb };
}

/** From the start of the process to the first yes of /health/ready, and the memory of a process that has done nothing yet. */
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
  const row = (name, { ms }, note) => ({ name, product: `${ms.toFixed(0)} ms`, note });
  return [
    row('Cold start on PostgreSQL', onPostgres, `median of ${STARTS}, compiled code kept as \`npm start\` keeps it`),
    row(
      'Cold start on an existing PGlite directory',
      embedded,
      `first start with an empty one: ${first.startMs.toFixed(0)} ms; sandbox included`,
    ),
    {
      name: 'Memory idle, PostgreSQL / PGlite',
      product: `${onPostgres.idleMb.toFixed(0)} / ${embedded.idleMb.toFixed(0)} MB`,
      note: `resident, ${IDLE_MS / 1000} s after the start`,
    },
  ];
}
