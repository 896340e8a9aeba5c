import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { childEnvironment } from '../lib/child.mjs';
import { PlainError } from '../lib/messages.mjs';
import { projectRoot } from '../lib/project.mjs';
import { SERVER_ENTRY } from '../lib/server-entry.mjs';
import { UNSET_SETTINGS } from '../lib/unset-settings.mjs';
import { callsOf } from './calls.mjs';
import { freePort } from '../lib/free-port.mjs';

const READY_SECONDS = 60;
const READY_POLL_MS = 5;
const LOOP_PROBE = join(import.meta.dirname, 'loop-probe.mjs');

async function isReady(port) {
  const answer = await fetch(`http://127.0.0.1:${port}/health/ready`).catch(() => null);
  await answer?.arrayBuffer();
  return answer?.ok === true;
}

async function waitUntilReady(child, port) {
  const deadline = Date.now() + READY_SECONDS * 1000;
  while (Date.now() < deadline && child.exitCode === null) {
    if (await isReady(port)) return;
    await wait(READY_POLL_MS);
  }
  throw new PlainError('The product did not start; see its lines above.');
}

async function stop(child) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  const force = setTimeout(() => child.kill('SIGKILL'), 10_000);
  await gone;
  clearTimeout(force);
}

/** The settings that production requires. Logs go to a file, as a service's logs would. */
export function productionEnvironment({ databaseUrl, modelUrl, port }) {
  return {
    NODE_ENV: 'production',
    DATABASE_URL: databaseUrl,
    PUBLIC_URL: `http://localhost:${port}`,
    APP_SECRET: 'bench-secret-bench-secret-bench-secret',
    SMTP_URL: 'smtp://127.0.0.1:9',
    STRIPE_API_BASE: 'http://127.0.0.1:9',
    STRIPE_SECRET_KEY: 'sk_test_bench',
    STRIPE_WEBHOOK_SECRET: 'whsec_bench',
    AI_PROVIDER: 'openai-compatible',
    AI_BASE_URL: modelUrl,
    AI_API_KEY: 'bench',
    AI_MODEL: 'bench',
  };
}

/** Starts the built product like `npm start` and measures from the start of the process to the first success of /health/ready. */
export async function startProduct({ node, logFile, nodeArgs = [], environmentFor, hasProbe = true }) {
  const port = await freePort();
  const log = openSync(logFile, 'a');
  const begun = performance.now();
  const probe = hasProbe ? ['--import', LOOP_PROBE] : [];
  const child = spawn(node, [...nodeArgs, ...probe, SERVER_ENTRY], {
    cwd: projectRoot,
    stdio: ['ignore', log, 'inherit', ...(hasProbe ? ['ipc'] : [])],
    env: childEnvironment({
      NODE_COMPILE_CACHE: join(projectRoot, 'node_modules/.cache/node'),
      ...UNSET_SETTINGS,
      HOST: '127.0.0.1',
      PORT: String(port),
      LOG_LEVEL: '',
      ...environmentFor(port),
    }),
  });
  try {
    await waitUntilReady(child, port);
  } catch (error) {
    await stop(child);
    throw error;
  }
  const startMs = performance.now() - begun;
  return { port, pid: child.pid, startMs, call: hasProbe ? callsOf(child) : null, stop: () => stop(child) };
}
