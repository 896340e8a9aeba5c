import { sharedNow } from '../bench/statistics.mjs';
import { recipe } from './recipe.mjs';
import { bytesOf, exchange } from './wire.mjs';

/** How many requests are retried, and how long each may hold up the product. */
const MOST = 40;
const LONGEST_MS = 60_000;
const GIVE_UP_MS = 12_000;
const HEALTH = { ...recipe({ target: '/health/live' }), address: '198.51.100.78', hangUpAfterMs: null };

/**
 * Resends, alone, each request that was in flight when something was slow or broke, and reports how long `/health/live` waited for it. The
 * culprit shows itself, unless it depended on earlier requests.
 */
export async function trySuspects({ incidents, keeper, slowMs }) {
  const suspects = new Map(
    incidents.flatMap(({ inFlight }) => inFlight.map((flight) => [flight.request.index, flight])),
  );
  const guilty = [];
  const begun = sharedNow();
  for (const flight of [...suspects.values()].slice(0, MOST)) {
    if (sharedNow() - begun > LONGEST_MS) break;
    await keeper.whenUp();
    const generation = keeper.generation();
    const { port } = keeper;
    const done = exchange({
      port,
      bytes: flight.bytes,
      request: { ...flight.request, hangUpAfterMs: null },
      giveUpMs: GIVE_UP_MS,
    });
    const state = { isOver: false };
    let worst = 0;
    void done.then(() => (state.isOver = true));
    do {
      const beganAt = sharedNow();
      const answer = await exchange({ port, bytes: bytesOf(HEALTH), request: HEALTH, giveUpMs: GIVE_UP_MS });
      worst = Math.max(worst, sharedNow() - beganAt);
      if (answer.problem === 'no answer') await keeper.check();
    } while (!state.isOver && generation === keeper.generation());
    await done;
    if (worst > slowMs || generation !== keeper.generation())
      guilty.push({ flight, worst, hasEnded: generation !== keeper.generation() });
  }
  return guilty.toSorted((a, b) => b.worst - a.worst);
}
