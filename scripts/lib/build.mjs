import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { screens, server } from './build-hash.mjs';
import { runQuietly } from './child.mjs';
import { PlainError, say } from './messages.mjs';
import { projectRoot } from './project.mjs';
import { typescriptArguments } from './typescript-arguments.mjs';

const vite = join(projectRoot, 'node_modules', 'vite', 'bin', 'vite.js');
const checkArticles = join(projectRoot, 'scripts', 'check-articles.ts');
const pictures = join(projectRoot, 'scripts', 'pictures', 'main.ts');

/** One half for the browser and for rendering pages, one for the process: a change on one side does not rebuild the other. */
const HALVES = [
  {
    of: screens,
    name: 'screens',
    // Built one after the other: the client and server builds of the screens both write the generated list of routes.
    steps: [
      typescriptArguments(checkArticles, []),
      [vite, 'build'],
      [vite, 'build', '--ssr', 'src/entry-server.tsx', '--outDir', 'dist/server'],
      // After Vite, which empties the folder that they go into.
      typescriptArguments(pictures, []),
    ],
  },
  { of: server, name: 'server', steps: [[join(projectRoot, 'scripts', 'bundle-server.mjs')]] },
];

function changeMarker(marker, change) {
  try {
    change();
  } catch (error) {
    throw new PlainError(`Couldn't write the build to ${dirname(marker)}: ${error.code ?? error.message}.`);
  }
}

async function buildHalf(node, { of: { marker, hash: hashOf }, name, steps }) {
  say(`Building the ${name}...`);
  const hash = hashOf();
  changeMarker(marker, () => rmSync(marker, { force: true }));
  for (const args of steps) {
    // A NODE_ENV from the shell would put React's development build into the bundle.
    const { code, output } = await runQuietly(node, args, { env: { NODE_ENV: 'production' } });
    if (code !== 0) throw new PlainError(`The build failed:\n${output.trim().split('\n').slice(-25).join('\n')}`);
  }
  changeMarker(marker, () => {
    mkdirSync(dirname(marker), { recursive: true });
    writeFileSync(marker, hash);
  });
}

export async function build(node) {
  for (const half of HALVES) await buildHalf(node, half);
}

export async function buildIfStale(node) {
  for (const half of HALVES) if (!half.of.isFresh()) await buildHalf(node, half);
}
