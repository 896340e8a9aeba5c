import { execFileSync } from 'node:child_process';
import { dirname, join, relative } from 'node:path';
import { build } from 'vite';
import { runMain } from './lib/messages.mjs';
import { projectRoot } from './lib/project.mjs';
import { SERVER_FOLDER } from './lib/server-entry.mjs';

/** Files next to one of our modules are located relative to the bundle. */
function keepPlaces() {
  const placeOf = (path) => JSON.stringify(relative(SERVER_FOLDER, path).replaceAll('\\', '/'));
  return {
    name: 'tenfold:keep-places',
    transform: {
      filter: { id: /\/(?:server|db|sandbox)\/[^?]*\.ts$/, code: /import\.meta\.(?:dirname|url)/ },
      handler: (code, id) =>
        code
          .replaceAll('import.meta.dirname', `(import.meta.dirname + '/' + ${placeOf(dirname(id))})`)
          .replaceAll('import.meta.url', `new URL(${placeOf(id)}, import.meta.url).href`),
    },
  };
}

/**
 * tRPC's published code spreads objects with a helper for old engines, which defines property by property: a sixteenth of an
 * authenticated read. Its first argument is always a fresh object, where `Object.assign` does the same.
 */
function quickSpread() {
  const HELPER = 'function _objectSpread2(e) {';
  return {
    name: 'tenfold:quick-spread',
    transform: {
      filter: { id: /\/@trpc\/server\/dist\//, code: HELPER },
      handler: (code) => code.replace(HELPER, `${HELPER}\n  return Object.assign.apply(Object, arguments);`),
    },
  };
}

/** The commit that is built; empty without Git. */
function findCommit() {
  try {
    const options = { cwd: projectRoot, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] };
    return execFileSync('git', ['rev-parse', '--short=12', 'HEAD'], options).trim();
  } catch {
    return '';
  }
}

/** Code that is imported later stays in files of its own. Nothing is minified, so that stack traces stay readable. */
const bundle = (entry, folder, { plugins = [], external = [] } = {}) =>
  build({
    root: projectRoot,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    plugins,
    define: { TENFOLD_COMMIT: JSON.stringify(findCommit()) },
    ssr: { noExternal: true, external },
    build: {
      ssr: entry,
      outDir: folder,
      emptyOutDir: true,
      minify: false,
      target: 'node24',
      rolldownOptions: { output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' } },
    },
  });

/**
 * Bundles the server and its packages into a few files: Node spends more time finding and linking 1,300 modules than running them. The
 * processes that read documents and web pages get bundles of their own, which contain none of the server's code.
 */
await runMain(async () => {
  await bundle('server/main.ts', SERVER_FOLDER, {
    plugins: [keepPlaces(), quickSpread()],
    // PGlite reads files that lie beside its own. The passkeys' library needs its polyfill to run before its other modules, an
    // order that the bundle loses. Vite serves `npm run dev`, which runs from the sources.
    external: ['@electric-sql/pglite', '@simplewebauthn/server', 'vite'],
  });
  await bundle('server/gateways/documents/document-process.ts', join(SERVER_FOLDER, 'documents'));
  await bundle('server/gateways/web/reading/page-process.ts', join(SERVER_FOLDER, 'pages'));
});
