import { setTimeout as wait } from 'node:timers/promises';
import { getRequest } from '../load/requests.mjs';
import { judge } from '../rounds.mjs';
import { runStreams } from '../streams.mjs';

const GOAL_STREAMS = 500;
const STEPS = [GOAL_STREAMS, 400, 300, 200, 150, 100, 50];
const GOAL_LAG_MS = 50;
const SECONDS = 6;
/** New questions per second while the number of streams rises. */
const QUESTIONS_PER_SECOND = 100;
const PROBES_PER_SECOND = 20;
const REST_MS = 1_500;

const ms = (value) => `${value.toFixed(1)} ms`;

function describeCores({ cores, machineShare }) {
  if (!cores) return 'unknown';
  const parts = Object.entries(cores).map(([name, share]) => `${name} ${share.toFixed(2)}`);
  return `${parts.join(', ')}; machine ${(machineShare * 100).toFixed(0)} % busy`;
}

/**
 * A given number of simultaneous answers: what readers saw, how late the event loop was inside, and how long a trivial request took from
 * outside.
 */
export async function holdStreams(rig, product, { streams, seconds, perSecond = QUESTIONS_PER_SECOND }) {
  const rampMs = (streams * 1000) / perSecond;
  await product.call('resetLoopLag');
  const probe = {
    port: product.port,
    requests: [getRequest('/health/live')],
    perSecond: PROBES_PER_SECOND,
    durationMs: seconds * 1000 + rampMs,
  };
  const [run, health] = await Promise.all([
    runStreams({ rig, server: product, kind: 'product', streams, seconds, rampMs }),
    rig.load.call('pace', probe),
  ]);
  const loop = await product.call('readLoopLag');
  return { ...run, loop, health, isHeld: run.errors === 0 && loop.p99Ms < GOAL_LAG_MS && run.lagP99Ms < GOAL_LAG_MS };
}

async function findHeld(rig, product) {
  const tried = [];
  for (const streams of STEPS) {
    const run = await holdStreams(rig, product, { streams, seconds: SECONDS });
    tried.push(run);
    if (run.isHeld || rig.isLate()) break;
    await wait(REST_MS);
  }
  return tried;
}

/** 500 answers at 30 tokens per second on one process; if those are too many, the highest step that holds as well. */
export async function measureCapacity(rig, product) {
  const tried = await findHeld(rig, product);
  const [goal, held] = [tried[0], tried.at(-1)];
  const describe = (run) =>
    `${run.errors} errors${run.firstError ? ` (${run.firstError})` : ''}, ${run.tokensPerSecond.toFixed(0)} tokens/s, cores: ${describeCores(run)}`;
  return [
    {
      name: `${GOAL_STREAMS} answers at once: event loop lag, p99`,
      product: ms(goal.loop.p99Ms),
      goal: `< ${GOAL_LAG_MS} ms, no error`,
      verdict: judge(goal.errors === 0 && goal.loop.p99Ms < GOAL_LAG_MS),
      note: describe(goal),
      rounds: { product: tried },
    },
    {
      name: `${GOAL_STREAMS} answers at once: a token's way to the reader, p50 / p99`,
      product: `${ms(goal.lagP50Ms)} / ${ms(goal.lagP99Ms)}`,
      goal: `< ${GOAL_LAG_MS} ms, no error`,
      verdict: judge(goal.errors === 0 && goal.lagP99Ms < GOAL_LAG_MS),
      note: 'gathering included',
    },
    {
      name: `${GOAL_STREAMS} answers at once: GET /health/live, p50 / p99`,
      product: `${ms(goal.health.p50Ms)} / ${ms(goal.health.p99Ms)}`,
    },
    {
      name: 'Most answers at once that hold',
      product: held.isHeld ? String(held.streams) : `fewer than ${held.streams}`,
      goal: String(GOAL_STREAMS),
      note: `${describe(held)}; tried: ${tried.map((run) => run.streams).join(', ')}`,
    },
  ];
}
