import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { childEnvironment } from '../child.mjs';
import { PlainError } from '../messages.mjs';
import { projectRoot } from '../project.mjs';
import { UNSET_SETTINGS } from '../unset-settings.mjs';
import { SERVER_ENTRY } from '../server-entry.mjs';

const READY_SECONDS = 60;
const STOP_SECONDS = 15;
/** Pino's number for `error`; `fatal` is above it. */
const ERROR_LEVEL = 50;

function parsed(line) {
  try {
    return JSON.parse(line);
  } catch {
    return null; // reason: the lines that greet whoever started it are no JSON
  }
}

async function waitUntilReady(address, child) {
  const deadline = Date.now() + READY_SECONDS * 1000;
  while (Date.now() < deadline && child.exitCode === null) {
    const answer = await fetch(`${address}/health/ready`, { signal: AbortSignal.timeout(1_000) }).catch(() => null);
    if (answer?.ok === true) return;
    await wait(50);
  }
  throw new PlainError(`Tenfold didn't start at ${address}.`);
}

/**
 * Starts the built product, with its sandbox, and reads its log: `onError` gets every line of level error or above, `onExit` what it wrote
 * to stderr if it ends without being told to.
 */
export async function startWatchedProduct({ node, port, environment, onError, onExit }) {
  const address = `http://127.0.0.1:${port}`;
  const child = spawn(node, [SERVER_ENTRY], {
    cwd: projectRoot,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: childEnvironment({
      ...UNSET_SETTINGS,
      PORT: String(port),
      // Any free port: the one next to PORT may be taken.
      SANDBOX_PORT: '0',
      LOG_LEVEL: 'error',
      ...environment,
    }),
  });
  let isWanted = true;
  let complaint = '';
  child.stderr.on('data', (chunk) => (complaint = `${complaint}${chunk}`.slice(-8_000)));
  createInterface({ input: child.stdout }).on('line', (line) => {
    const entry = parsed(line);
    if (entry?.level >= ERROR_LEVEL) onError(entry);
  });
  const gone = once(child, 'exit');
  void gone.then(([code, signal]) => (isWanted ? onExit?.({ code, signal, complaint }) : undefined));
  const end = async (signal) => {
    isWanted = false;
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill(signal);
    const force = setTimeout(() => child.kill('SIGKILL'), STOP_SECONDS * 1000);
    await gone;
    clearTimeout(force);
  };
  try {
    await waitUntilReady(address, child);
  } catch (error) {
    await end('SIGKILL');
    throw new PlainError(`${error.message}\n${complaint}`);
  }
  return { address, port, pid: child.pid, stop: () => end('SIGTERM'), kill: () => end('SIGKILL') };
}
