import { fork } from 'node:child_process';
import { join } from 'node:path';
import { callsOf } from './calls.mjs';

/** Starts one of the bench's own processes and gives its functions, its number and its end. */
export function startHelper(node, file, args = []) {
  const child = fork(join(import.meta.dirname, file), args, { execPath: node, serialization: 'advanced' });
  return { pid: child.pid, call: callsOf(child), stop: () => child.kill('SIGKILL') };
}
