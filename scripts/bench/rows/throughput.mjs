import { cpuMs } from '../process-usage.mjs';
import { compareRounds, judge, takeTurns } from '../rounds.mjs';

const CONNECTIONS = 16;
const WARM_MS = 3_000;
const ROUND_MS = 2_000;
const CYCLES = 2;

/** One round: as many answers as the server gives, and what each cost it. */
export async function saturateOnce({ load, server, requests, durationMs = ROUND_MS }) {
  const before = cpuMs(server.pid);
  const result = await load.call('saturate', { port: server.port, requests, connections: CONNECTIONS, durationMs });
  return { ...result, cpuPerRequestMs: (cpuMs(server.pid) - before) / result.count };
}

/** Requests per second of the product and of a bare server that sends the same, in rounds. */
export async function compareThroughput({ rig, product, baseline, requests, name, goal, note }) {
  const contestants = [product, baseline].map(
    (server) => (options) => saturateOnce({ load: rig.load, server, requests, ...options }),
  );
  for (const run of contestants) await run({ durationMs: WARM_MS });
  const [ours, bare] = await takeTurns(contestants, CYCLES);
  const errors = [...ours, ...bare].reduce((sum, round) => sum + round.errors, 0);
  const perSecond = compareRounds(
    ours.map((round) => round.perSecond),
    bare.map((round) => round.perSecond),
  );
  const cpu = compareRounds(
    ours.map((round) => round.cpuPerRequestMs),
    bare.map((round) => round.cpuPerRequestMs),
  );
  return [
    {
      name: `${name}, requests/s`,
      product: perSecond.product.toFixed(0),
      baseline: perSecond.baseline.toFixed(0),
      ratio: perSecond.ratio,
      goal: `>= ${goal}`,
      verdict: judge(perSecond.ratio >= goal && errors === 0, perSecond.isSteady),
      note: errors > 0 ? `${errors} errors` : note,
      rounds: { product: ours, baseline: bare },
    },
    {
      name: `${name}, CPU per request`,
      product: `${(cpu.product * 1000).toFixed(0)} us`,
      baseline: `${(cpu.baseline * 1000).toFixed(0)} us`,
      ratio: cpu.ratio,
    },
  ];
}

/** The table's note when product and baseline do not return the same. */
export function bodiesDiffer(name, product, baseline) {
  const place = [...product].findIndex((letter, index) => letter !== baseline[index]);
  return [
    {
      name,
      verdict: 'bodies differ',
      note: `${product.length} and ${baseline.length} characters, first at ${place}: ${product.slice(place, place + 60)}`,
    },
  ];
}
