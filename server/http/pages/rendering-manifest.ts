/** What `vite build` writes about one chunk. */
export type ViteChunk = { file: string; src?: string; isEntry?: boolean; imports?: string[]; css?: string[] };
export type ViteManifest = Record<string, ViteChunk>;

export type ScriptTag = { attrs: Record<string, string | boolean>; children?: string };
export type RouteAssets = { preloads?: string[]; css?: string[]; scripts?: ScriptTag[] };
/** The router's manifest format: what each route needs, by route id. The router inlines what a page needs from `inlineCss`. */
export type RouterManifest = { routes: Record<string, RouteAssets>; inlineCss?: { styles: Record<string, string> } };
/** The script that fetches the app (`PageHydration` in the browser's code). */
export type PageHydration = { when: 'wanted' | 'painted'; text: string; app: string };
/** The assets of a page, by the ids of its routes from the outermost inwards. A route without its own chunk uses its parent's. */
export type PageAssets = (routeIds: string[]) => { manifest: RouterManifest; hydration: PageHydration | null };

export const ROOT_ROUTE = '__root__';
const ENTRY = 'src/entry-client.tsx';
const HYDRATION_LOADER = 'src/hydration/hydration-loader.ts';
/** Pages inside this layout load the app on first use, all others right after the first paint (see `src/hydration/hydration-loader.ts`). */
const QUIET_LAYOUT = '/_site/';
const ROUTE_CHUNK = /^src\/routes\/(.+)\.tsx\?tsr-split=component$/;

/** `_app/dashboard/$slug` is `/_app/dashboard/$slug`, `auth_.confirm` is `/auth_/confirm`, `_app/dashboard/index` is `/_app/dashboard/`. */
export function routeIdOfFile(name: string): string {
  return `/${name.replaceAll('.', '/')}`.replace(/\/index$/, '/');
}

type Files = { files: string[]; css: string[] };

function collect(manifest: ViteManifest, key: string, seen: Set<string>): Files {
  const chunk = manifest[key];
  if (!chunk || seen.has(key)) return { files: [], css: [] };
  seen.add(key);
  const below = (chunk.imports ?? []).map((name) => collect(manifest, name, seen));
  return {
    files: [`/${chunk.file}`, ...below.flatMap((part) => part.files)],
    // Imports first: a chunk's own styles may override those it builds on.
    css: [...below.flatMap((part) => part.css), ...(chunk.css ?? []).map((file) => `/${file}`)],
  };
}

function readRoutes(manifest: ViteManifest, ofEntry: Set<string>): Map<string, Files> {
  const routes = new Map<string, Files>();
  for (const key of Object.keys(manifest)) {
    const name = ROUTE_CHUNK.exec(key)?.[1];
    if (name !== undefined) routes.set(routeIdOfFile(name), collect(manifest, key, new Set(ofEntry)));
  }
  return routes;
}

/** A route's ancestors, from the outermost: `/_site/blog/` is rendered inside `/_site`. */
const layoutsOf = (id: string, ids: Iterable<string>) =>
  [...ids].filter((other) => other !== id && id.startsWith(`${other}/`));

/**
 * Tells the router which scripts and styles each page needs, from Vite's manifest of the build. `readText` returns the content of a file.
 */
export function routerManifests(manifest: ViteManifest, readText: (path: string) => string): PageAssets {
  const entryChunks = new Set<string>();
  const entry = collect(manifest, ENTRY, entryChunks);
  const loader = manifest[HYDRATION_LOADER];
  if (entry.files.length === 0 || !loader) throw new Error(`The build has no ${ENTRY}. Run "npm run build" first.`);
  if (loader.imports?.length)
    throw new Error(`${HYDRATION_LOADER} stands in the page itself, where it can import nothing.`);
  const text = readText(`/${loader.file}`);
  const routes = readRoutes(manifest, entryChunks);
  const css = [...new Set([entry.css, ...[...routes.values()].map((route) => route.css)].flat())];
  // Styles are inlined so that the first paint waits for a single response. Each names its source (`announceStyles`).
  const inlineCss = { styles: Object.fromEntries(css.map((path) => [path, `/*${path}*/${readText(path)}`])) };
  const styles = Object.fromEntries([...routes].map(([id, route]) => [id, { css: route.css }]));
  const routerManifest = { inlineCss, routes: { ...styles, [ROOT_ROUTE]: { css: entry.css } } };

  function hydrationOf(id: string, own?: Files): PageHydration {
    const parts = [entry, ...layoutsOf(id, routes.keys()).map((layout) => routes.get(layout)), own];
    const app = [...new Set(parts.flatMap((part) => part?.files ?? []))].join(' ');
    return { when: id.startsWith(QUIET_LAYOUT) ? 'wanted' : 'painted', text, app };
  }

  const hydrations = new Map([...routes].map(([id, own]) => [id, hydrationOf(id, own)]));
  const other = hydrationOf('');
  return (routeIds) => ({
    manifest: routerManifest,
    hydration: hydrations.get(routeIds.findLast((id) => hydrations.has(id)) ?? '') ?? other,
  });
}
