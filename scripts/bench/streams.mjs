import { sampleUsage } from './machine-usage.mjs';
import { quantile, sharedNow } from './statistics.mjs';

const TOKENS_PER_SECOND = 30;
const FIRST_AFTER_MS = 300;
const GRACE_MS = 6_000;
/** How much is skipped after the last reader has begun, so that only the steady part is counted. */
const SETTLE_MS = 700;

function lagsOf(answers, written) {
  const lags = [];
  const firsts = [];
  for (const { key, arrivals } of answers) {
    const times = written.get(key) ?? [];
    for (const [index, arrival] of arrivals.entries()) if (arrival > 0) lags.push(arrival - times[index]);
    if (arrivals[0] > 0) firsts.push(arrivals[0] - times[0]);
  }
  return { lags, firsts };
}

function countArrivals(answers, { from, to }) {
  return answers.reduce((sum, { arrivals }) => sum + arrivals.filter((at) => at >= from && at <= to).length, 0);
}

let runs = 0;

/**
 * Streams answers through a server: how late each token arrived, what each cost, and what went wrong. All answers run for `seconds`; with
 * `answerSeconds` each reader asks repeatedly instead of reading one long answer.
 */
export async function runStreams({ rig, server, kind, streams, seconds, rampMs, answerSeconds }) {
  runs += 1;
  const tokens = Math.ceil((answerSeconds ?? seconds + rampMs / 1000) * TOKENS_PER_SECOND);
  await rig.model.call('set', { tokens, tokensPerSecond: TOKENS_PER_SECOND, firstAfterMs: FIRST_AFTER_MS });
  const usage = sampleUsage({ server: server.pid, model: rig.model.pid, load: rig.load.pid });
  const begun = sharedNow();
  const answers = await rig.load.call('stream', {
    kind,
    port: server.port,
    streams,
    rampMs,
    tokens,
    prefix: `r${runs}`,
    askForMs: answerSeconds ? rampMs + seconds * 1000 : 0,
    giveUpMs: (tokens / TOKENS_PER_SECOND) * 1000 + GRACE_MS,
  });
  usage.stop();
  const { lags, firsts } = lagsOf(answers, await rig.model.call('times'));
  const failed = answers.filter((answer) => answer.error !== null);
  const used = usage.between(begun + rampMs + SETTLE_MS, begun + rampMs + seconds * 1000);
  const arrived = used ? countArrivals(answers, used) : 0;
  return {
    streams,
    answers: answers.length,
    errors: failed.length,
    firstError: failed[0]?.error ?? null,
    lagP50Ms: quantile(lags, 0.5),
    lagP99Ms: quantile(lags, 0.99),
    firstP50Ms: quantile(firsts, 0.5),
    firstP95Ms: quantile(firsts, 0.95),
    cpuPerTokenUs: used ? (used.cores.server * (used.to - used.from) * 1000) / arrived : Number.NaN,
    tokensPerSecond: used ? (arrived * 1000) / (used.to - used.from) : Number.NaN,
    cores: used?.cores ?? null,
    machineShare: used?.machineShare ?? Number.NaN,
  };
}
