import { existsSync, readFileSync } from 'node:fs';

/** Clock ticks per second in /proc on every Linux that Node runs on. */
const TICKS = 100;
const KILOBYTE = 1024;

/** Whether this machine reports a process's usage to other processes (Linux does). */
export const canReadUsage = existsSync('/proc/self/stat');

/** CPU time of a process so far, user and system, in milliseconds. */
export function cpuMs(pid) {
  if (!canReadUsage) return Number.NaN;
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
  // The name in parentheses may contain spaces; what follows it can't.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS;
}

/** Resident memory of a process, in megabytes. */
export function residentMb(pid) {
  if (!canReadUsage) return Number.NaN;
  const status = readFileSync(`/proc/${pid}/status`, 'latin1');
  return (Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) * KILOBYTE) / 1_000_000;
}
