import { buildIfStale } from './lib/build.mjs';
import { runInForeground } from './lib/child.mjs';
import { findChromium } from './lib/find-chromium.mjs';
import { runMain } from './lib/messages.mjs';
import { withTemporaryFolder } from './lib/temporary-folder.mjs';
import { ensureReady } from './ready.mjs';

await runMain(async () => {
  const chromium = findChromium();
  const node = await ensureReady();
  await buildIfStale(node);
  return withTemporaryFolder((folder) =>
    runInForeground(node, ['node_modules/@playwright/test/cli.js', 'test', ...process.argv.slice(2)], {
      env: { CHROMIUM_PATH: chromium, E2E_DATA_DIR: folder },
    }),
  );
});
