/** Folders of src/features that make up public pages. Every other feature belongs to signed-in people. */
const PUBLIC_FEATURES = ['auth', 'blog', 'checkout', 'contact', 'marketing', 'newsletter', 'status', 'visitor-chat'];
/** Pages below this layout load only the hydration loader at first, and everything else on first use. */
const QUIET_LAYOUT = '_site.tsx';
const APP = 'src/entry-client.tsx';
const HYDRATION_LOADER = 'src/hydration/hydration-loader.ts';

function idOf(routeFile) {
  return routeFile.replace(/\.tsx$/, '').replaceAll('/', '.');
}

/** The route files that render one page, from the outermost layout inwards: `_app`, `_app.dashboard`, `_app.dashboard.index`. */
export function layoutsOf(routeFile, routeFiles) {
  const parts = idOf(routeFile).split('.');
  const wanted = parts.map((_, index) => parts.slice(0, index + 1).join('.'));
  return routeFiles.filter((file) => idOf(file) === '__root' || wanted.includes(idOf(file).replace(/\.route$/, '')));
}

/** `index.tsx` is `/`, `_app/dashboard/$slug.tsx` is `/dashboard/$slug`. */
export function addressOf(routeFile) {
  const parts = idOf(routeFile)
    .split('.')
    .filter((part) => part !== 'index' && part !== 'route' && !part.startsWith('_'));
  return `/${parts.map((part) => part.replace(/_$/, '')).join('/')}`;
}

function closureOf(starts, chunks) {
  const byFile = new Map(chunks.map((chunk) => [chunk.file, chunk]));
  const seen = new Set(starts);
  for (const chunk of seen) {
    for (const file of chunk.imports) if (byFile.has(file)) seen.add(byFile.get(file));
  }
  return [...seen];
}

function isPrivateModule(module) {
  const feature = /^src\/features\/([^/]+)\//.exec(module)?.[1];
  return feature !== undefined && !PUBLIC_FEATURES.includes(feature);
}

/**
 * What a browser loads for every page: the entry, the chunks of its route and of its layouts, and all their imports. `first` comes with the
 * page, `whole` is what has loaded once the page is used.
 */
export function listPages(chunks, routeFiles) {
  const isLayout = (file) => routeFiles.some((other) => other !== file && layoutsOf(other, routeFiles).includes(file));
  const pages = routeFiles.filter((file) => file !== '__root.tsx' && !isLayout(file));
  return pages.map((file) => {
    const layouts = layoutsOf(file, routeFiles);
    const own = layouts.map((route) => `src/routes/${route}?tsr-split=`);
    const loadedFor = (isWanted) =>
      closureOf(
        chunks.filter((chunk) => chunk.modules.some(isWanted)),
        chunks,
      );
    const whole = loadedFor(
      (module) => module === HYDRATION_LOADER || module === APP || own.some((name) => module.startsWith(name)),
    );
    const first = layouts.includes(QUIET_LAYOUT) ? loadedFor((module) => module === HYDRATION_LOADER) : whole;
    const isPublic = !file.startsWith('_app');
    const misplaced = isPublic ? whole.flatMap((chunk) => chunk.modules.filter(isPrivateModule)) : [];
    const fileNames = (loaded) => loaded.map((chunk) => chunk.file);
    return { address: addressOf(file), first: fileNames(first), whole: fileNames(whole), misplaced };
  });
}
