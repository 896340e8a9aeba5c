import { randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../../lib/free-port.mjs';
import { startBystander } from '../../lib/load/bystander.mjs';
import { seedPeople } from '../../lib/load/seed-people.ts';
import { UNSET_SETTINGS } from '../../lib/unset-settings.mjs';
import { judge } from '../rounds.mjs';
import { quantile } from '../statistics.mjs';

const BYTES = 19_000_000;
/** Each person uploads two files at a time. */
const UPLOADERS = 3;
const UPLOADS = 2 * UPLOADERS;
const GOAL_MS = 250;
const READ_EVERY_MS = 50;
const ALONE_MS = 2_000;
/** The uploaded files are being read during this time. */
const AFTERWARDS_MS = 3_000;

/** Sends one file and returns how long that took, in milliseconds. */
async function upload(port, cookie, body) {
  const begun = performance.now();
  const path = `/brain/files/${randomUUID()}?name=catalog.pdf`;
  const response = await fetch(`http://localhost:${port}${path}`, { method: 'POST', headers: { cookie }, body });
  if (response.status !== 200) throw new Error(`an upload was answered with ${response.status}`);
  await response.arrayBuffer();
  return performance.now() - begun;
}

/** Measures how long someone else's read takes on the embedded database while large files are uploaded. */
export async function measureUploads(rig) {
  const directory = join(rig.folder, 'uploads');
  const [reader, ...uploaders] = await seedPeople({ directory }, UPLOADERS + 1);
  const sandboxPort = await freePort();
  const product = await rig.start({
    hasProbe: false,
    environmentFor: () => ({
      ...UNSET_SETTINGS,
      NODE_ENV: '',
      DATA_DIR: directory,
      SANDBOX_PORT: String(sandboxPort),
    }),
  });
  const reads = [{ name: 'read', path: '/trpc/usage.overview', headers: { cookie: reader.cookies[0] } }];
  const bystander = startBystander({ port: product.port, reads, everyMs: READ_EVERY_MS });
  try {
    const content = randomBytes(BYTES);
    await wait(ALONE_MS);
    await bystander.take();
    await wait(ALONE_MS);
    const alone = (await bystander.take()).map(({ ms }) => ms);
    const cookies = uploaders.flatMap(({ cookies: [cookie] }) => [cookie, cookie]);
    const took = await Promise.all(cookies.map((cookie) => upload(product.port, cookie, content)));
    await wait(AFTERWARDS_MS);
    const beside = (await bystander.take()).map(({ ms }) => ms);
    const ms = (value) => `${value.toFixed(0)} ms`;
    return [
      {
        name: `A read beside ${UPLOADS} uploads of 19 MB on the embedded database: the longest wait`,
        product: ms(Math.max(...beside)),
        baseline: ms(Math.max(...alone)),
        goal: `<= ${GOAL_MS} ms`,
        verdict: judge(Math.max(...beside) <= GOAL_MS),
        note: `p50 / p99 ${ms(quantile(beside, 0.5))} / ${ms(quantile(beside, 0.99))} of ${beside.length} reads; the last upload took ${(Math.max(...took) / 1000).toFixed(1)} s; baseline: the same reads alone`,
        rounds: { product: beside, baseline: alone },
      },
    ];
  } finally {
    await bystander.stop();
    await product.stop();
  }
}
