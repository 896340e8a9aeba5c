import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { buildMarker, isBuilt, sourceHash } from './build-hash.mjs';
import { runQuietly } from './child.mjs';
import { PlainError, say } from './messages.mjs';
import { projectRoot } from './project.mjs';
import { typescriptArguments } from './typescript-arguments.mjs';

const vite = join(projectRoot, 'node_modules', 'vite', 'bin', 'vite.js');
const checkArticles = join(projectRoot, 'scripts', 'check-articles.ts');
const pictures = join(projectRoot, 'scripts', 'pictures', 'main.ts');
const steps = [
  typescriptArguments(checkArticles, []),
  [vite, 'build'],
  [vite, 'build', '--ssr', 'src/entry-server.tsx', '--outDir', 'dist/server'],
  // After Vite, which empties the folder that they go into.
  typescriptArguments(pictures, []),
];

function changeMarker(change) {
  try {
    change();
  } catch (error) {
    throw new PlainError(`The build could not be written to ${dirname(buildMarker)}: ${error.code ?? error.message}.`);
  }
}

/** Builds the browser's and the server's half, one after the other: both write the generated list of routes. */
export async function build(node) {
  say('Building the screens ...');
  const hash = sourceHash();
  changeMarker(() => rmSync(buildMarker, { force: true }));
  for (const args of steps) {
    // A NODE_ENV from the shell would put React's development half into the bundle.
    const { code, output } = await runQuietly(node, args, { env: { NODE_ENV: 'production' } });
    if (code !== 0) throw new PlainError(`The build failed:\n${output.trim().split('\n').slice(-25).join('\n')}`);
  }
  changeMarker(() => {
    mkdirSync(dirname(buildMarker), { recursive: true });
    writeFileSync(buildMarker, hash);
  });
}

export async function buildIfStale(node) {
  if (!isBuilt()) await build(node);
}
