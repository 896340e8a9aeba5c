import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { getRequest } from '../load/requests.mjs';
import { bodiesDiffer, compareThroughput } from './throughput.mjs';

const NAME = 'Landing page';
const GOAL = 0.85;

/** The landing page compared with node:http sending the same bytes. */
export async function measureLanding(rig, product) {
  const request = getRequest('/', { accept: 'text/html' });
  const page = await rig.load.call('ask', { port: product.port, request });
  const file = join(rig.folder, 'landing.html');
  writeFileSync(file, page.body);
  const baseline = await rig.baseline('landing.mjs', [file]);
  const [ours, bare] = await Promise.all(
    [product, baseline].map(({ port }) => rig.load.call('ask', { port, request })),
  );
  if (ours.body !== bare.body) return bodiesDiffer(NAME, ours.body, bare.body);
  const note = `${Buffer.byteLength(page.body)} bytes, not compressed`;
  return compareThroughput({ rig, product, baseline, requests: [request], name: NAME, goal: GOAL, note });
}
