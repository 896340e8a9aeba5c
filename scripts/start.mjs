import { buildIfStale } from './lib/build.mjs';
import { runInForeground } from './lib/child.mjs';
import { runMain } from './lib/messages.mjs';
import { typescriptArguments } from './lib/typescript-arguments.mjs';
import { ensureReady } from './ready.mjs';

await runMain(async () => {
  const args = process.argv.slice(2);
  const node = await ensureReady();
  if (!args.includes('--dev')) await buildIfStale(node);
  return runInForeground(node, typescriptArguments('server/main.ts', args));
});
