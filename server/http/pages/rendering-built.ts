import { serveStatic } from '@hono/node-server/serve-static';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { routerManifests, type ViteManifest } from './rendering-manifest.ts';
import type { PageSource, ServerEntry } from './rendering-source.ts';

const DIST = new URL('../../../dist/', import.meta.url);

const noNext = () => Promise.resolve();

/** The built pages in `dist`. File names carry a hash, so browsers may cache them forever. */
export async function createBuiltPages(): Promise<PageSource> {
  const manifest = JSON.parse(await readFile(new URL('client/.vite/manifest.json', DIST), 'utf8')) as ViteManifest; // reason: Vite wrote it in the same build
  const entry = (await import(new URL('server/entry-server.js', DIST).href)) as ServerEntry; // reason: built from src/entry-server.tsx
  const readText = (path: string) => readFileSync(new URL(`client${path}`, DIST), 'utf8').trim();
  const page = { ...entry, assets: routerManifests(manifest, readText) };
  const serve = serveStatic({
    root: fileURLToPath(new URL('client', DIST)),
    precompressed: true,
    onFound: (_path, c) => c.header('cache-control', 'public, max-age=31536000, immutable'),
  });

  return {
    load: () => Promise.resolve(page),
    // Only this folder is public, because the manifest sits next to it.
    assets: async (c, next) =>
      c.req.path.startsWith('/assets/') ? ((await serve(c, noNext)) ?? c.text('Not found', 404)) : next(),
    close: () => Promise.resolve(),
  };
}
