import { setTimeout as wait } from 'node:timers/promises';
import { getRequest, queryPath } from '../load/requests.mjs';
import { residentMb } from '../process-usage.mjs';
import { judge } from '../rounds.mjs';
import { runStreams } from '../streams.mjs';

const STREAMS = 200;
const READS_PER_SECOND = 100;
const RAMP_MS = 4_000;
const ANSWER_SECONDS = 10;
const FIRST_GOAL_MS = 500;
const LOOP_GOAL_MS = 100;
const MEMORY_GOAL = 1.2;
const CALM_SECONDS = 15;

const ms = (value) => `${value.toFixed(1)} ms`;

function watchMemory(pid) {
  let peak = 0;
  const timer = setInterval(() => {
    peak = Math.max(peak, residentMb(pid));
  }, 250);
  return () => {
    clearInterval(timer);
    return peak;
  };
}

/** Waits until memory has recovered, at most the given number of seconds. */
async function memoryAfter(pid, goalMb) {
  for (let second = 0; second < CALM_SECONDS && residentMb(pid) > goalMb; second += 1) await wait(1_000);
  return residentMb(pid);
}

/** 200 people reading answers alongside 100 reads per second: first tokens, the event loop, memory during and after. */
export async function measureMixed(rig, product, { seconds }) {
  const beforeMb = residentMb(product.pid);
  const peakMb = watchMemory(product.pid);
  await product.call('resetLoopLag');
  const paths = [queryPath('profile.get'), queryPath('chat.conversations', { assistantId: 'brain_ai' })];
  const requests = Array.from({ length: STREAMS }, (_, person) => getRequest(paths[person % 2], { person }));
  const durationMs = seconds * 1000 + RAMP_MS;
  const job = { streams: STREAMS, seconds, rampMs: RAMP_MS, answerSeconds: ANSWER_SECONDS };
  const [run, reads] = await Promise.all([
    runStreams({ rig, server: product, kind: 'product', ...job }),
    rig.load.call('pace', { port: product.port, requests, perSecond: READS_PER_SECOND, durationMs }),
  ]);
  const loop = await product.call('readLoopLag');
  const loadedMb = peakMb();
  const afterMb = await memoryAfter(product.pid, beforeMb * MEMORY_GOAL);
  const errors = run.errors + reads.errors;
  const name = `${STREAMS} answers beside ${READS_PER_SECOND} reads/s for ${seconds} s`;
  return [
    {
      name: `${name}: errors`,
      product: String(errors),
      goal: '0',
      verdict: judge(errors === 0),
      note: `${run.answers} answers, ${reads.count} reads${run.firstError ? `; ${run.firstError}` : ''}; reads p50 / p99 ${ms(reads.p50Ms)} / ${ms(reads.p99Ms)}`,
      rounds: { product: [{ run, reads, loop }] },
    },
    {
      name: `${name}: first token after the model's, p95`,
      product: ms(run.firstP95Ms),
      goal: `<= ${FIRST_GOAL_MS} ms`,
      verdict: judge(run.firstP95Ms <= FIRST_GOAL_MS),
      note: `median ${ms(run.firstP50Ms)}`,
    },
    {
      name: `${name}: event loop lag, p99`,
      product: ms(loop.p99Ms),
      goal: `<= ${LOOP_GOAL_MS} ms`,
      verdict: judge(loop.p99Ms <= LOOP_GOAL_MS),
      note: `a token's way to the reader, p99: ${ms(run.lagP99Ms)}`,
    },
    {
      name: 'Memory before, loaded, after',
      product: `${beforeMb.toFixed(0)} / ${loadedMb.toFixed(0)} / ${afterMb.toFixed(0)} MB`,
      ratio: afterMb / beforeMb,
      goal: `<= ${MEMORY_GOAL}`,
      verdict: judge(afterMb / beforeMb <= MEMORY_GOAL),
      note: `resident, of the process that served all rows above; after: at most ${CALM_SECONDS} s later`,
    },
  ];
}
