import { monitorEventLoopDelay } from 'node:perf_hooks';
import { serveCalls } from './calls.mjs';

// The bench loads this into the product with --import, to measure from inside how late its event loop is.
const RESOLUTION_MS = 5;
const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
delay.enable();

serveCalls({
  resetLoopLag: () => delay.reset(),
  // The histogram holds whole intervals; anything beyond the requested one is lag.
  readLoopLag: () => ({
    p50Ms: delay.percentile(50) / 1e6 - RESOLUTION_MS,
    p99Ms: delay.percentile(99) / 1e6 - RESOLUTION_MS,
    maxMs: delay.max / 1e6 - RESOLUTION_MS,
  }),
});
// The channel alone must not keep the product alive.
process.channel.unref();
