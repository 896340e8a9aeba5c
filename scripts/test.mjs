import { buildIfStale } from './lib/build.mjs';
import { runInForeground } from './lib/child.mjs';
import { runMain } from './lib/messages.mjs';
import { ensureReady } from './ready.mjs';

await runMain(async () => {
  const node = await ensureReady();
  // The tests of the bundle and of the rendered pages look at the built product.
  await buildIfStale(node);
  return runInForeground(node, ['node_modules/vitest/vitest.mjs', 'run', ...process.argv.slice(2)]);
});
