/** What `vite build` writes about one chunk. */
export type ViteChunk = { file: string; src?: string; isEntry?: boolean; imports?: string[]; css?: string[] };
export type ViteManifest = Record<string, ViteChunk>;

export type ScriptTag = { attrs: Record<string, string | boolean>; children?: string };
export type RouteAssets = { preloads?: string[]; css?: string[]; scripts?: ScriptTag[] };
/** The shape that the router calls a manifest: what each route needs, by its id. */
export type RouterManifest = { routes: Record<string, RouteAssets> };

export const ROOT_ROUTE = '__root__';
const ENTRY = 'src/entry-client.tsx';
const ROUTE_CHUNK = /^src\/routes\/(.+)\.tsx\?tsr-split=component$/;

/** `_app/dashboard/$slug` is `/_app/dashboard/$slug`, `auth_.confirm` is `/auth_/confirm`, `_app/dashboard/index` is `/_app/dashboard/`. */
export function routeIdOfFile(name: string): string {
  return `/${name.replaceAll('.', '/')}`.replace(/\/index$/, '/');
}

function collect(manifest: ViteManifest, key: string, seen: Set<string>): { files: string[]; css: string[] } {
  const chunk = manifest[key];
  if (!chunk || seen.has(key)) return { files: [], css: [] };
  seen.add(key);
  const below = (chunk.imports ?? []).map((name) => collect(manifest, name, seen));
  return {
    files: [`/${chunk.file}`, ...below.flatMap((part) => part.files)],
    // Imports first: a chunk's own styles may refine those it builds on.
    css: [...below.flatMap((part) => part.css), ...(chunk.css ?? []).map((file) => `/${file}`)],
  };
}

/** Tells the router which scripts and styles the entry and each page need, from Vite's manifest of the build. */
export function routerManifest(manifest: ViteManifest): RouterManifest {
  const entryChunks = new Set<string>();
  const entry = collect(manifest, ENTRY, entryChunks);
  const [script] = entry.files;
  if (script === undefined) throw new Error(`The build has no ${ENTRY}. Run "npm run build" first.`);
  const routes: RouterManifest['routes'] = {
    [ROOT_ROUTE]: {
      css: entry.css,
      preloads: entry.files,
      scripts: [{ attrs: { type: 'module', async: true, src: script } }],
    },
  };
  for (const key of Object.keys(manifest)) {
    const name = ROUTE_CHUNK.exec(key)?.[1];
    if (name === undefined) continue;
    const { files, css } = collect(manifest, key, new Set(entryChunks));
    routes[routeIdOfFile(name)] = { preloads: files, css };
  }
  return { routes };
}
