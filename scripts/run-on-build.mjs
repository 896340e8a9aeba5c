import { ensureReady } from './ready.mjs';
import { buildIfStale } from './lib/build.mjs';
import { runInForeground } from './lib/child.mjs';
import { runMain } from './lib/messages.mjs';

/** Runs a program of ours once the product is built, with the arguments of this command line after its own. */
export const runOnBuild = (...program) =>
  runMain(async () => {
    const node = await ensureReady();
    await buildIfStale(node);
    return runInForeground(node, [...program, ...process.argv.slice(2)]);
  });
