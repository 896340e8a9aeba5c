import { getRequest, queryPath } from '../load/requests.mjs';
import { bodiesDiffer, compareThroughput } from './throughput.mjs';

const NAME = 'Authenticated read (profile.get)';
const READERS = 100;
const GOAL = 0.65;

/** An authenticated tRPC read, session included, beside node:http with one postgres.js read. */
export async function measureRead(rig, product) {
  const baseline = await rig.baseline('read.mjs', [rig.databaseUrl]);
  const path = queryPath('profile.get');
  const requests = Array.from({ length: READERS }, (_, person) => getRequest(path, { person }));
  const [ours, bare] = await Promise.all(
    [product, baseline].map(({ port }) => rig.load.call('ask', { port, request: requests[3] })),
  );
  if (ours.body !== bare.body) return bodiesDiffer(NAME, ours.body, bare.body);
  return compareThroughput({ rig, product, baseline, requests, name: NAME, goal: GOAL, note: `${READERS} people` });
}
