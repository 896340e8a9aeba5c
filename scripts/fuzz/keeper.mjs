import { setTimeout as wait } from 'node:timers/promises';
import { startWatchedProduct } from '../lib/watched-product.mjs';

const STANDS_STILL_MS = 5_000;
/** Until the port and the data directory of the one that was killed are free, in milliseconds. */
const RELEASE_MS = 200;

async function isAlive(address) {
  const answer = await fetch(`${address}/health/live`, { signal: AbortSignal.timeout(STANDS_STILL_MS) }).catch(
    () => null,
  );
  return answer?.ok === true;
}

/**
 * Keeps the product under test up: starts it again when it has ended or stands still, and says so. `whenUp` resolves as
 * soon as requests may go out.
 */
export async function keepProduct({ start, onError, onDown }) {
  let product;
  let up = Promise.resolve();
  let isStopping = false;
  let isRestarting = false;
  let generation = 0;

  async function open() {
    product = await startWatchedProduct({
      ...start,
      onError,
      onExit: (how) => void restart({ kind: 'ended', ...how }),
    });
  }

  async function restart(how) {
    // Everybody who waits for an answer notices at once.
    if (isStopping || isRestarting || product === undefined) return up;
    isRestarting = true;
    generation += 1;
    up = (async () => {
      await product.kill();
      await wait(RELEASE_MS);
      await open();
      isRestarting = false;
    })();
    onDown(how);
    return up;
  }

  await open();
  return {
    port: product.port,
    whenUp: () => up,
    /** A number that changes with each start: an answer that ended in another one says nothing about its request. */
    generation: () => generation,
    /** After a request had no answer: is it the request, or does the whole product stand still? */
    check: async () => {
      const asked = generation;
      if ((await isAlive(product.address)) || asked !== generation) return up;
      return restart({ kind: 'stood still' });
    },
    stop: async () => {
      isStopping = true;
      await up.catch(() => undefined);
      await product.stop();
    },
  };
}
