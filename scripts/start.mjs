import { buildIfStale } from './lib/build.mjs';
import { runInForeground } from './lib/child.mjs';
import { runMain } from './lib/messages.mjs';
import { SERVER_ENTRY } from './lib/server-entry.mjs';
import { typescriptArguments } from './lib/typescript-arguments.mjs';
import { ensureReady } from './ready.mjs';

await runMain(async () => {
  const args = process.argv.slice(2);
  const node = await ensureReady();
  const isDev = args.includes('--dev');
  if (!isDev) await buildIfStale(node);
  // Compiled code is cached between starts: compiling takes a tenth of the second that a start takes.
  const env = { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? 'node_modules/.cache/node' };
  return runInForeground(node, typescriptArguments(isDev ? 'server/main.ts' : SERVER_ENTRY, args), { env });
});
