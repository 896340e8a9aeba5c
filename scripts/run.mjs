import { runInForeground } from './lib/child.mjs';
import { PlainError, runMain } from './lib/messages.mjs';
import { typescriptArguments } from './lib/typescript-arguments.mjs';
import { ensureReady } from './ready.mjs';

await runMain(async () => {
  const [file, ...args] = process.argv.slice(2);
  if (!file) throw new PlainError('Usage: node scripts/run.mjs <file.ts> [arguments]');
  return runInForeground(await ensureReady(), typescriptArguments('scripts/lib/run-script.ts', [file, ...args]));
});
