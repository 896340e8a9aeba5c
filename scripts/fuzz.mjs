import { buildIfStale } from './lib/build.mjs';
import { runInForeground } from './lib/child.mjs';
import { runMain } from './lib/messages.mjs';
import { ensureReady } from './ready.mjs';

await runMain(async () => {
  const node = await ensureReady();
  await buildIfStale(node);
  return runInForeground(node, [
    '--disable-warning=ExperimentalWarning',
    'scripts/fuzz/main.mjs',
    ...process.argv.slice(2),
  ]);
});
