import tailwindcss from '@tailwindcss/vite';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { defineConfig, type Plugin } from 'vite';

const CLIENT_DIR = 'dist/client';
const COMPRESSIBLE = /\.(?:js|css|svg|json|txt)$/;
/** Below this a compressed copy saves nothing on the wire. */
const MIN_BYTES = 512;

/** Writes `.br` and `.gz` beside every text asset once, so that the server never compresses one. */
function precompress(): Plugin {
  return {
    name: 'tenfold:precompress',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && isSsrBuild !== true,
    closeBundle: async () => {
      const assets = join(CLIENT_DIR, 'assets');
      const names = (await readdir(assets)).filter((name) => COMPRESSIBLE.test(name));
      await Promise.all(
        names.map(async (name) => {
          const file = join(assets, name);
          const content = await readFile(file);
          if (content.length < MIN_BYTES) return;
          const brotli = promisify(brotliCompress)(content, {
            params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.length },
          });
          await Promise.all([
            writeFile(`${file}.br`, await brotli),
            writeFile(`${file}.gz`, await promisify(gzip)(content, { level: 9 })),
          ]);
        }),
      );
    },
  };
}

/** Writes down which modules each script holds: `npm run size` and the test of the bundle read it. */
function listModules(): Plugin {
  const named = (id: string) => relative(import.meta.dirname, id.replace(/^\0/, ''));
  return {
    name: 'tenfold:list-modules',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && isSsrBuild !== true,
    writeBundle: async (_options, bundle) => {
      const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
      const list = chunks.map(({ fileName, isEntry, imports, dynamicImports, moduleIds }) => {
        return { file: fileName, isEntry, imports, dynamicImports, modules: moduleIds.map(named) };
      });
      await writeFile('dist/client-modules.json', JSON.stringify(list, null, 1));
    },
  };
}

/**
 * The streaming link of tRPC for visitors comes from a copy of the package: it stands in one file with the links that the
 * whole app needs, and would make each of its pages a kilobyte heavier.
 */
function streamingLinkApart(): Plugin {
  const MARK = '?visitors';
  return {
    name: 'tenfold:streaming-link-apart',
    apply: 'build',
    enforce: 'pre',
    async resolveId(source, importer, options) {
      const isFromCopy = importer?.endsWith(MARK) === true && /^[.@]/.test(source);
      if (!isFromCopy && !(importer?.endsWith('/src/api/visitor-client.ts') === true && source === '@trpc/client'))
        return null;
      const found = await this.resolve(source, importer?.replace(MARK, ''), { ...options, skipSelf: true });
      return found && { ...found, id: found.id + MARK };
    },
  };
}

/** Lets styles stand in a page (`inlineCss` of the router's manifest). The router's own plugin switches that off, so this one comes after it. */
function stylesInPages(): Plugin {
  return {
    name: 'tenfold:styles-in-pages',
    enforce: 'post',
    config: () => ({ define: { 'process.env.TSS_INLINE_CSS_ENABLED': JSON.stringify('true') } }),
  };
}

/** What every page needs, in one script: in a dozen of small ones it compresses worse. Two icons are here because a script of their own weighs three times as much. */
const EVERY_PAGE = {
  name: 'every-page',
  test: new RegExp(
    [
      'node_modules/(?:react|react-dom|scheduler|@tanstack/(?:react-router|router-core|history|react-store|store))/',
      'lucide-react/dist/esm/(?!icons/)',
      'lucide-react/dist/esm/icons/(?:arrow-left|circle-exclamation-point)\\.',
      'src/lib/(?:format|list-in-words|load-or-tell|redirect-path|search-text)\\.ts',
      'src/domain/site/page-head\\.ts',
      'src/hydration/(?:page-hydration|use-hydrated|use-deferred-hydration)\\.ts',
      'src/ui/(?:button|button-class|class-names|logo|main)\\.tsx?',
      'server/contract/(?:texts|billing/tiers|billing/plans)\\.ts',
    ].join('|'),
  ),
};

/** Whatever talks to the API needs all of these. */
const API = {
  name: 'api',
  test: new RegExp(
    [
      'node_modules/(?:@trpc|@tanstack/(?:query-core|react-query))/[^?]*$',
      'src/api/(?:api-client|auth-events|connection|query-client|tabs|trpc)\\.ts',
      'src/api/links/[a-z-]+\\.ts',
      'src/domain/session/auth-context\\.ts',
    ].join('|'),
  ),
  // What these import is shared with pages that do not talk to the API yet.
  includeDependenciesRecursively: false,
};

export default defineConfig(({ isSsrBuild }) => ({
  appType: 'custom',
  publicDir: false,
  plugins: [
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      addExtensions: true,
      disableLogging: true,
      quoteStyle: 'single',
      semicolons: true,
      tmpDir: 'node_modules/.tanstack',
    }),
    react(),
    tailwindcss(),
    precompress(),
    listModules(),
    stylesInPages(),
    streamingLinkApart(),
  ],
  // The server's bundle carries its packages: one file to load, and React's production build whatever NODE_ENV says.
  ...(isSsrBuild ? { ssr: { noExternal: true as const } } : {}),
  define: isSsrBuild ? { 'process.env.NODE_ENV': JSON.stringify('production') } : {},
  build: {
    outDir: CLIENT_DIR,
    emptyOutDir: true,
    manifest: !isSsrBuild,
    // Files, not data URLs: they are cached for ever and cost nothing in the scripts.
    assetsInlineLimit: 0,
    // The server names the scripts of each page, and the hydration loader those of the app. A list of what every late part imports would
    // weigh 3 kB on each page; without it such a part fetches its imports one step later.
    modulePreload: { polyfill: false, resolveDependencies: () => [] },
    rolldownOptions: {
      ...(isSsrBuild
        ? {}
        : {
            input: ['src/entry-client.tsx', 'src/hydration/hydration-loader.ts'],
            output: { codeSplitting: { groups: [EVERY_PAGE, API] } },
          }),
      // Building a schema has no effect, so a page that only reads the constants beside one does not load zod.
      treeshake: { manualPureFunctions: ['z'] },
    },
  },
}));
