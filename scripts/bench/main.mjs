import { parseArgs } from 'node:util';
import { runMain, say } from '../lib/messages.mjs';
import { describeMachine } from './machine.mjs';
import { canReadUsage } from './process-usage.mjs';
import { withRecorded, writeDocs, writeResults } from './report.mjs';
import { createRig } from './rig.mjs';
import { measureAutomations } from './rows/automations.mjs';
import { measureCapacity } from './rows/capacity.mjs';
import { measureGrowth, measureLength, measurePartitions } from './rows/growth.mjs';
import { measureLanding } from './rows/landing.mjs';
import { measureMixed } from './rows/mixed.mjs';
import { measureRead } from './rows/read.mjs';
import { measureRetrieval } from './rows/retrieval.mjs';
import { measureStarts } from './rows/starts.mjs';
import { measureStatements } from './rows/statements.mjs';
import { measureStreaming } from './rows/streaming.mjs';
import { measureUploads } from './rows/uploads.mjs';
import { toText } from './table.mjs';

/** After this many seconds `npm run bench` starts no further step, so that it ends within four minutes. */
const LATE_SECONDS = 205;

const LARGE = 1_000_000;
const PARTITIONS = 16;

const { values: options } = parseArgs({
  options: {
    large: { type: 'boolean', default: false },
    'write-docs': { type: 'boolean', default: false },
    /** `--only=landing` measures the parts with that word in their name and doesn't update the documents. */
    only: { type: 'string' },
  },
});
const { large: isLarge, only } = options;
const begun = performance.now();
const secondsSince = () => (performance.now() - begun) / 1000;

const isWanted = (name) => only === undefined || name.includes(only);
const isLate = () => !isLarge && secondsSince() > LATE_SECONDS;

/** If a row can't be measured, it says why, and the others are still measured. */
async function measure(name, work) {
  say(`${secondsSince().toFixed(0).padStart(4)} s  ${name} ...`);
  try {
    return await work();
  } catch (error) {
    return [{ name, verdict: 'not measured', note: String(error.message).split('\n')[0] }];
  }
}

/** Every group of rows. The heaviest come last, so that none starts on a server that is still recovering. */
async function measureAll(rig, product, { largeUrl, splitUrl }) {
  const parts = [
    ['authenticated read', () => measureRead(rig, product)],
    ['landing page', () => measureLanding(rig, product)],
    ['statements', () => measureStatements(rig, { databaseUrl: rig.databaseUrl, size: '10 thousand' })],
    ['growth', () => measureGrowth(rig, product, largeUrl)],
    ['long conversation', () => measureLength(rig, product)],
    ['streaming', () => measureStreaming(rig, product)],
    ['streaming beside reads', () => measureMixed(rig, product, { seconds: isLarge ? 60 : 20 })],
    ['automations', () => measureAutomations(rig, product)],
    ['500 answers at once', () => measureCapacity(rig, product)],
  ];
  if (largeUrl)
    parts.splice(
      3,
      0,
      [
        'plans at a million',
        () => measureStatements(rig, { databaseUrl: largeUrl, size: '1 million', isPlansOnly: true }),
      ],
      [
        'plans of partitions',
        () =>
          measureStatements(rig, { databaseUrl: splitUrl, size: '1 million', isPlansOnly: true, isPartitioned: true }),
      ],
      ['retrieval', () => measureRetrieval(rig, largeUrl)],
      ['partitions', () => measurePartitions(rig, { wholeUrl: largeUrl, splitUrl })],
    );
  const rows = [];
  const wanted = parts.filter(([name]) => isWanted(name));
  for (const [name, work] of wanted) rows.push(...(await measure(name, work)));
  return rows;
}

async function bench(rig) {
  const largeUrl = isLarge ? await rig.seed(LARGE, true) : null;
  const splitUrl = isLarge ? await rig.seed(LARGE, true, PARTITIONS) : null;
  const starts = isWanted('cold start') ? await measure('cold start', () => measureStarts(rig)) : [];
  const uploads = isWanted('uploads') ? await measure('uploads', () => measureUploads(rig)) : [];
  const product = await rig.startOn(rig.databaseUrl);
  try {
    return [...(await measureAll(rig, product, { largeUrl, splitUrl })), ...uploads, ...starts];
  } finally {
    await product.stop();
  }
}

await runMain(async () => {
  if (!canReadUsage) say('This machine does not say what a process uses (Linux does); CPU and memory stay empty.');
  say('Setting up PostgreSQL ...');
  const rig = await createRig({ node: process.execPath, isCached: isLarge, isLate });
  const stop = () => void rig.close().finally(() => process.exit(130));
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  try {
    const rows = await bench(rig);
    const facts = describeMachine({ postgresVersion: rig.cluster.version, seconds: secondsSince(), isLarge });
    say(`\n${toText(withRecorded(rows))}\n\n${facts.machine}; ${facts.versions}; ${facts.seconds} s`);
    say(`Written to ${writeResults(facts, rows)}`);
    if (options['write-docs'] && only === undefined) say(`Written to ${writeDocs(facts, rows)}`);
  } finally {
    await rig.close();
  }
});
