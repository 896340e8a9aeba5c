import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { delimiter, join } from 'node:path';
import { projectRoot } from './project.mjs';

/** The environment of a child process: the installed tools, including Node 24, come first on the path. */
export function childEnvironment(extra = {}) {
  const bin = join(projectRoot, 'node_modules', '.bin');
  return { ...process.env, PATH: [bin, process.env.PATH].filter(Boolean).join(delimiter), ...extra };
}

function exitCodeOf(code, signal) {
  return code ?? 128 + (constants.signals[signal] ?? 0);
}

/** Runs a command in the foreground and resolves with its exit code. Stop signals are passed on. */
export function runInForeground(command, args, { env = {} } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: projectRoot, stdio: 'inherit', env: childEnvironment(env) });
    // In a terminal Ctrl+C already reaches the whole group; passing it on would count as a second, impatient one.
    const passOn = (signal) => (signal === 'SIGINT' && process.stdin.isTTY ? undefined : child.kill(signal));
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
    for (const signal of signals) process.on(signal, passOn);
    child.on('error', reject);
    child.on('exit', (code, signal) => {
      for (const name of signals) process.off(name, passOn);
      resolve(exitCodeOf(code, signal));
    });
  });
}

/** Runs a command quietly and resolves with its exit code and all its output. */
export function runQuietly(command, args, { env = {} } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: projectRoot,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: childEnvironment(env),
    });
    let output = '';
    child.stdout.on('data', (chunk) => (output += chunk));
    child.stderr.on('data', (chunk) => (output += chunk));
    child.on('error', reject);
    child.on('close', (code, signal) => resolve({ code: exitCodeOf(code, signal), output }));
  });
}
