import { build } from './lib/build.mjs';
import { runMain } from './lib/messages.mjs';
import { ensureReady } from './ready.mjs';

await runMain(async () => {
  await build(await ensureReady());
});
