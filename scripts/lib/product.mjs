import { spawn } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { childEnvironment } from './child.mjs';
import { PlainError } from './messages.mjs';
import { projectRoot } from './project.mjs';
import { SERVER_ENTRY } from './server-entry.mjs';
import { UNSET_SETTINGS } from './unset-settings.mjs';

const START_TIMEOUT_SECONDS = 60;

async function isUp(address) {
  const answer = await fetch(`${address}/health/ready`).catch(() => null);
  return answer?.ok === true;
}

async function waitUntilUp(address, child) {
  for (let second = 0; second < START_TIMEOUT_SECONDS; second += 1) {
    if (child.exitCode !== null) break;
    if (await isUp(address)) return;
    await wait(1000);
  }
  throw new PlainError(`Tenfold didn't start at ${address}.`);
}

/** Starts the built product with its sandbox and an empty data directory, runs `work` with its address, and stops it. */
export async function withProduct({ node, dataDir, port }, work) {
  const address = `http://localhost:${port}`;
  const settings = {
    PORT: String(port),
    SANDBOX_PORT: String(port + 1),
    DATA_DIR: dataDir,
    LOG_LEVEL: 'error',
  };
  const child = spawn(node, [SERVER_ENTRY], {
    cwd: projectRoot,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: childEnvironment({ ...UNSET_SETTINGS, ...settings }),
  });
  try {
    await waitUntilUp(address, child);
    return await work(address);
  } finally {
    const gone = new Promise((resolve) => (child.exitCode === null ? child.once('exit', resolve) : resolve(undefined)));
    child.kill('SIGTERM');
    await gone;
  }
}
