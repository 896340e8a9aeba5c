import { readFileSync } from 'node:fs';
import { canReadUsage, cpuMs } from './process-usage.mjs';
import { sharedNow } from './statistics.mjs';

const SAMPLE_MS = 50;

/** Busy ticks of the whole machine, and all its ticks, since it started. */
function machineTicks() {
  if (!canReadUsage) return { busy: Number.NaN, all: Number.NaN };
  const fields = readFileSync('/proc/stat', 'latin1').split('\n')[0].split(/\s+/).slice(1, 9).map(Number);
  const all = fields.reduce((sum, ticks) => sum + ticks, 0);
  return { busy: all - fields[3] - fields[4], all };
}

/** Samples what processes and the machine use, often enough to cut a window out of it afterwards. */
export function sampleUsage(pids) {
  const samples = [];
  const names = Object.keys(pids);
  const take = () =>
    samples.push({ at: sharedNow(), machine: machineTicks(), cpu: names.map((name) => cpuMs(pids[name])) });
  take();
  const timer = setInterval(take, SAMPLE_MS);
  return {
    stop: () => clearInterval(timer),
    /** The usage between two points in time, in cores and as a share of the machine. */
    between: (from, to) => {
      const inside = samples.filter(({ at }) => at >= from && at <= to);
      const [first, last] = [inside[0], inside.at(-1)];
      if (!first || first === last) return null;
      const ms = last.at - first.at;
      return {
        from: first.at,
        to: last.at,
        cores: Object.fromEntries(names.map((name, index) => [name, (last.cpu[index] - first.cpu[index]) / ms])),
        machineShare: (last.machine.busy - first.machine.busy) / (last.machine.all - first.machine.all),
      };
    },
  };
}
