import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process';

const running = new Set<ChildProcess>();

// A test that times out never reaches its cleanup, and nothing may outlive the run.
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

export type Exit = { code: number | null; signal: NodeJS.Signals | null };

/** Starts a program that is killed when this process ends, and collects its output. */
export function startProgram(command: string, args: string[], options: SpawnOptions) {
  const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  running.add(child);
  let output = '';
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  let exit: Exit | null = null;
  const exited = new Promise<Exit>((resolve) => {
    child.once('error', (error) => (output += String(error)));
    child.once('close', (code, signal) => {
      running.delete(child);
      exit = { code, signal };
      resolve(exit);
    });
  });
  return {
    exited,
    output: () => output,
    hasExited: () => exit !== null,
    signal: (name: NodeJS.Signals) => void child.kill(name),
  };
}
