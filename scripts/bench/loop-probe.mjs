import { monitorEventLoopDelay } from 'node:perf_hooks';
import { serveCalls } from './calls.mjs';

// Loaded into the product by the bench with --import: how late its event loop is, seen from inside.
const RESOLUTION_MS = 5;
const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
delay.enable();

serveCalls({
  resetLoopLag: () => delay.reset(),
  // The histogram holds whole intervals; what goes beyond the asked one is lag.
  readLoopLag: () => ({
    p50Ms: delay.percentile(50) / 1e6 - RESOLUTION_MS,
    p99Ms: delay.percentile(99) / 1e6 - RESOLUTION_MS,
    maxMs: delay.max / 1e6 - RESOLUTION_MS,
  }),
});
// The channel alone must not keep the product alive.
process.channel.unref();
