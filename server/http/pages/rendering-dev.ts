import type { HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { createMiddleware } from 'hono/factory';
import { createServer as createProbe } from 'node:net';
import { createServer, type ViteDevServer } from 'vite';
import { ROOT_ROUTE, type PageAssets, type ScriptTag } from './rendering-manifest.ts';
import type { PageSource, ServerEntry } from './rendering-source.ts';

const CLIENT_ENTRY = '/src/entry-client.tsx';
const HYDRATION_LOADER = '/src/hydration/hydration-loader.ts';
const SERVER_ENTRY = '/src/entry-server.tsx';
/** React Refresh needs this before the first component (see @vitejs/plugin-react, "middleware mode"). */
const REFRESH = `import { injectIntoGlobalHook } from '/@react-refresh'; injectIntoGlobalHook(window); window.$RefreshReg$ = () => {}; window.$RefreshSig$ = () => (type) => type;`;

/** Pages straight from `src` through Vite, with hot reload. */
export async function createDevPages(): Promise<PageSource> {
  // A free port: with Vite's fixed one, a second checkout would have no hot reload.
  const vite = await createServer({
    server: { middlewareMode: true, ws: { port: await freePort() } },
    appType: 'custom',
  });

  return {
    load: async () => {
      const entry = (await vite.ssrLoadModule(SERVER_ENTRY)) as ServerEntry; // reason: the module is src/entry-server.tsx
      return {
        ...entry,
        assets: devManifest(stylesheets(vite)),
        render: async (request, options) => {
          try {
            return await entry.render(request, options);
          } catch (error) {
            if (error instanceof Error) vite.ssrFixStacktrace(error);
            throw error;
          }
        },
      };
    },
    assets: createMiddleware<{ Bindings: HttpBindings }>(async (c, next) => {
      const { incoming, outgoing } = c.env;
      const isMine = await new Promise<boolean>((resolve, reject) => {
        outgoing.once('finish', () => resolve(true));
        vite.middlewares(incoming, outgoing, (error?: unknown) =>
          error === undefined ? resolve(false) : reject(error),
        );
      });
      return isMine ? RESPONSE_ALREADY_SENT : next();
    }),
    close: () => vite.close(),
  };
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createProbe().on('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

/** Collects the styles seen so far while rendering, so that the first paint is styled. */
function stylesheets(vite: ViteDevServer): string[] {
  const modules = vite.environments['ssr']?.moduleGraph.idToModuleMap.values() ?? [];
  return [...modules].map((module) => module.url).filter((url) => url.endsWith('.css'));
}

function devManifest(css: string[]): PageAssets {
  const scripts: ScriptTag[] = [
    { attrs: { type: 'module' }, children: REFRESH },
    { attrs: { type: 'module', src: '/@vite/client' } },
    { attrs: { type: 'module', src: HYDRATION_LOADER } },
    { attrs: { type: 'module', src: CLIENT_ENTRY } },
  ];
  const manifest = { routes: { [ROOT_ROUTE]: { css, scripts } } };
  return () => ({ manifest, hydration: null });
}
