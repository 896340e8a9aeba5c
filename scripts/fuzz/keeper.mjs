import { setTimeout as wait } from 'node:timers/promises';
import { startWatchedProduct } from '../lib/load/watched-product.mjs';

const STANDS_STILL_MS = 5_000;
/** How long until the port and data directory of a killed product are free, in milliseconds. */
const RELEASE_MS = 200;

async function isAlive(address) {
  const answer = await fetch(`${address}/health/live`, { signal: AbortSignal.timeout(STANDS_STILL_MS) }).catch(
    () => null,
  );
  return answer?.ok === true;
}

/**
 * Keeps the product under test running: restarts it when it has died or hangs, and reports it. `whenUp` resolves as soon as requests may be
 * sent.
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
    // Everyone waiting for a response notices at the same time.
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
    /** A number that changes with each start: a response from another start says nothing about its request. */
    generation: () => generation,
    /** After a request without a response: is it just that request, or does the whole product hang? */
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
