import { buildIfStale } from './lib/build.mjs';
import { runInForeground } from './lib/child.mjs';
import { findChromium } from './lib/find-chromium.mjs';
import { runMain } from './lib/messages.mjs';
import { ensureReady } from './ready.mjs';

await runMain(async () => {
  const chromium = findChromium();
  const node = await ensureReady();
  await buildIfStale(node);
  const which = process.env.TEST_FULL ? [] : ['--tags-filter=!full'];
  const args = ['run', '--config', 'vitest.processes.config.ts', ...which, ...process.argv.slice(2)];
  return runInForeground(node, ['node_modules/vitest/vitest.mjs', ...args], { env: { CHROMIUM_PATH: chromium } });
});
