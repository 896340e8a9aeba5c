import { performance } from 'node:perf_hooks';
import { sharedNow } from '../bench/statistics.mjs';
import { generate } from './generate.mjs';
import { problemOf } from './verdict.mjs';
import { bytesOf, exchange } from './wire.mjs';

/** Longer than any response may take: a visitor waits up to 30 s for a slow model. */
const GIVE_UP_MS = 40_000;
/** How many requests a run makes before other users' waiting counts. */
const WARM_UP_REQUESTS = 500;
/** How long to remember requests that may have been in flight when something was slow. */
const REMEMBERED_MS = 20_000;

/** Sends the requests and processes their results. */
export function createRun({ options, world, senders, keeper, findings }) {
  const recent = [];
  let sent = 0;
  const statuses = new Map();

  function remember(flight) {
    recent.push(flight);
    const horizon = sharedNow() - REMEMBERED_MS;
    while (recent.length > 0 && recent[0].endedAt < horizon) recent.shift();
  }

  async function send(request) {
    await keeper.whenUp();
    const generation = keeper.generation();
    const person = request.as.kind === 'nobody' ? null : world.personIn(request.as.slot);
    const sender = request.raw === undefined ? await senders.headersOf(request.as) : [];
    const bytes = bytesOf(request, sender);
    const flight = { request, sender, bytes, beganAt: sharedNow(), endedAt: Number.POSITIVE_INFINITY };
    remember(flight);
    const answer = await exchange({ port: keeper.port, bytes, request, giveUpMs: GIVE_UP_MS });
    flight.endedAt = sharedNow();
    sent += 1;
    const problem = problemOf(request, answer);
    if (answer.problem === 'no answer' && request.isWhole) await keeper.check();
    // What died with the product belongs to the product's incident.
    if (generation !== keeper.generation()) return;
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
    if (problem !== null) findings.failure({ ...flight, answer, problem });
    if (person !== null) senders.learn(request, person, answer);
  }

  return {
    inFlight: (from, to) => recent.filter((flight) => flight.beganAt <= to && flight.endedAt >= from),
    sent: () => sent,
    statuses: () => Object.fromEntries([...statuses].toSorted(([a], [b]) => a - b)),
    /** `onWarm` is called once the code of most procedures has run, because the slowness of a cold process doesn't count. */
    all: async ({ onProgress, onWarm }) => {
      const begun = performance.now();
      let index = 0;
      const warmAfter = options.only === null ? WARM_UP_REQUESTS : 1;
      const total = options.only?.length ?? options.requests;
      const worker = async () => {
        while (index < total && performance.now() - begun < options.seconds * 1000) {
          const request = generate({ seed: options.seed, index: options.only?.[index] ?? index, world });
          index += 1;
          if (index === warmAfter) onWarm();
          if (!options.families.has(request.family) || options.skip?.test(request.label)) continue;
          await Promise.all([request, ...request.also].map(send));
          if (request.index > 0 && request.index % 2_000 === 0) onProgress(request.index);
        }
      };
      await Promise.all(Array.from({ length: options.concurrency }, worker));
    },
  };
}
