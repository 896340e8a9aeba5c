import { join } from 'node:path';
import { eventually } from './eventually.ts';
import { startProgram, type Exit } from './spawned.ts';
import { SERVER_ENTRY } from '../../../scripts/lib/server-entry.mjs';

const root = join(import.meta.dirname, '..', '..', '..');
const START_WITHIN_MS = 60_000;

export type ServerProcess = {
  port: number;
  url: string;
  /** Sends a signal: SIGKILL for a crash, SIGTERM for a stop, SIGSTOP and SIGCONT for a process that vanishes for a while. */
  signal: (name: NodeJS.Signals) => void;
  exited: Promise<Exit>;
  hasExited: () => boolean;
  output: () => string;
};

/** Starts the product as an operator would, and waits until it reports that it is ready. */
export async function startServer(port: number, environment: Record<string, string>): Promise<ServerProcess> {
  const program = startProgram(process.execPath, [SERVER_ENTRY], {
    cwd: root,
    env: { PATH: process.env.PATH, NODE_ENV: 'test', LOG_LEVEL: 'warn', ...environment, PORT: String(port) },
  });
  const url = `http://127.0.0.1:${port}`;
  await eventually(
    `the server on ${port} is ready`,
    () => program.hasExited() || program.output().includes('Tenfold is ready'),
    { withinMs: START_WITHIN_MS },
  ).catch((error: unknown) => {
    program.signal('SIGKILL');
    throw new Error(`The server did not start:\n${program.output()}`, { cause: error });
  });
  if (program.hasExited()) throw new Error(`The server ended at once:\n${program.output()}`);
  return {
    port,
    url,
    signal: program.signal,
    exited: program.exited,
    hasExited: program.hasExited,
    output: program.output,
  };
}
