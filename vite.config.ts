import tailwindcss from '@tailwindcss/vite';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { defineConfig, type Plugin } from 'vite';
import { CLIENT_SCRIPTS } from './scripts/client-scripts.ts';

const CLIENT_DIR = 'dist/client';
const COMPRESSIBLE = /\.(?:js|css|svg|json|txt)$/;
/** A smaller file gains nothing on the wire from compression. */
const MIN_BYTES = 512;

/** Writes `.br` and `.gz` next to every text asset once, so that the server never compresses one. */
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

/** Records which modules each script contains: `npm run size` and the bundle's test read it. */
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
 * Visitors' streaming uses a copy of tRPC's streaming link: the package has it in one file with the links that the whole app needs, and
 * each page would become a kilobyte heavier.
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

/**
 * Allows inline styles in a page (`inlineCss` of the router's manifest). The router's own plugin disables that, so this one comes after it.
 */
function stylesInPages(): Plugin {
  return {
    name: 'tenfold:styles-in-pages',
    enforce: 'post',
    config: () => ({ define: { 'process.env.TSS_INLINE_CSS_ENABLED': JSON.stringify('true') } }),
  };
}

/**
 * Leaves out the random keys of lucide's paths, which don't compress: 0.4 kB of a page of the app. React needs no keys
 * in a list that never changes.
 */
function iconsWithoutKeys(): Plugin {
  return {
    name: 'tenfold:icons-without-keys',
    apply: 'build',
    transform: {
      filter: { id: /lucide-react\/dist\/esm\/icons\// },
      handler: (code) => code.replaceAll(/, key: "[a-z0-9]+"/g, ''),
    },
  };
}

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
    iconsWithoutKeys(),
  ],
  // The server's bundle includes its packages: one file to load, and React's production build whatever NODE_ENV says.
  ...(isSsrBuild ? { ssr: { noExternal: true as const } } : {}),
  define: isSsrBuild ? { 'process.env.NODE_ENV': JSON.stringify('production') } : {},
  resolve: {
    // Without the copy of a hook that React has had since version 18.
    alias: { 'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector' },
  },
  build: {
    outDir: CLIENT_DIR,
    emptyOutDir: true,
    manifest: !isSsrBuild,
    // Files, not data URLs: they are cached forever and add nothing to the scripts.
    assetsInlineLimit: 0,
    // The server names the scripts of each page, and the hydration loader those of the app. A list of every lazy part's imports would add 3
    // kB to each page; without it, a lazy part fetches its imports one step later.
    modulePreload: { polyfill: false, resolveDependencies: () => [] },
    rolldownOptions: {
      ...(isSsrBuild
        ? {}
        : {
            input: ['src/entry-client.tsx', 'src/hydration/hydration-loader.ts'],
            output: { codeSplitting: { groups: CLIENT_SCRIPTS } },
          }),
      // Building a schema has no side effect, so a page that only reads the constants next to one does not load zod.
      treeshake: { manualPureFunctions: ['z'] },
    },
  },
}));
