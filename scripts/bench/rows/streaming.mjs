import { compareRounds, judge, takeTurns } from '../rounds.mjs';
import { runStreams } from '../streams.mjs';

const STREAMS = 60;
const SECONDS = 4;
const RAMP_MS = 1_000;
const GOAL = 0.5;
const PIPE_GOAL = 1.6;
const FIRST_GOAL_MS = 5;

const firstErrorOf = (rounds) => rounds.find((round) => round.firstError)?.firstError;
const micros = (value) => `${value.toFixed(0)} us`;

function costRow({ name, ours, theirs, goal }) {
  const cost = compareRounds(
    ours.map((round) => round.cpuPerTokenUs),
    theirs.map((round) => round.cpuPerTokenUs),
  );
  const error = firstErrorOf([...ours, ...theirs]);
  return {
    name,
    product: micros(cost.product),
    baseline: micros(cost.baseline),
    ratio: cost.ratio,
    ...(goal ? { goal: `<= ${goal}`, verdict: judge(cost.ratio <= goal && !error, cost.isSteady) } : {}),
    note: error ?? `${STREAMS} answers at 30 tokens/s`,
    rounds: { product: ours, baseline: theirs },
  };
}

/**
 * The cost of a token compared with a raw pipe of the model's events and a `streamText` pass-through, and how soon the first one arrives.
 */
export async function measureStreaming(rig, product) {
  const pipe = await rig.baseline('pipe.mjs', [rig.modelUrl]);
  const streamText = await rig.baseline('stream-text.mjs', [rig.modelUrl]);
  const job = { rig, streams: STREAMS, seconds: SECONDS, rampMs: RAMP_MS };
  const contestants = [
    () => runStreams({ ...job, server: product, kind: 'product' }),
    () => runStreams({ ...job, server: pipe, kind: 'pipe' }),
    () => runStreams({ ...job, server: streamText, kind: 'text' }),
  ];
  const [ours, raw, ai] = await takeTurns(contestants, 1);
  const first = compareRounds(
    ours.map((round) => round.firstP50Ms),
    raw.map((round) => round.firstP50Ms),
  );
  return [
    costRow({ name: 'CPU per token, beside streamText', ours, theirs: ai, goal: GOAL }),
    costRow({ name: 'CPU per token, beside a raw pipe', ours, theirs: raw, goal: PIPE_GOAL }),
    {
      name: 'First token after the model wrote it, median',
      product: `${first.product.toFixed(1)} ms`,
      baseline: `${first.baseline.toFixed(1)} ms`,
      goal: `<= ${FIRST_GOAL_MS} ms`,
      verdict: judge(first.product <= FIRST_GOAL_MS),
      note: 'baseline: the raw pipe',
    },
  ];
}
