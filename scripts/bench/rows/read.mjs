import { getRequest, queryPath } from '../load/requests.mjs';
import { bodiesDiffer, compareThroughput } from './throughput.mjs';

const NAME = 'Authenticated read (profile.get)';
/** Enough that each stays below the number of calls a second that one person may make. */
const READERS = 400;
/** Compared with node:http with the same read, and with tRPC on Hono with it. */
const GOAL = 0.4;
const TRPC_GOAL = 0.9;

/** An authenticated tRPC read, session included, compared with node:http with one postgres.js read, and with tRPC on Hono with it. */
export async function measureRead(rig, product) {
  const path = queryPath('profile.get');
  const requests = Array.from({ length: READERS }, (_, person) => getRequest(path, { person }));
  const bodyOf = async ({ port }) => (await rig.load.call('ask', { port, request: requests[3] })).body;
  const besides = [
    { file: 'read.mjs', name: NAME, goal: GOAL, note: `${READERS} people` },
    { file: 'trpc-read.mjs', name: `${NAME}, beside tRPC on Hono`, goal: TRPC_GOAL, note: 'nothing of ours around it' },
  ];
  const rows = [];
  for (const { file, name, goal, note } of besides) {
    const baseline = await rig.baseline(file, [rig.databaseUrl]);
    const [ours, bare] = [await bodyOf(product), await bodyOf(baseline)];
    if (ours === bare) rows.push(...(await compareThroughput({ rig, product, baseline, requests, name, goal, note })));
    else rows.push(...bodiesDiffer(name, ours, bare));
  }
  return rows;
}
