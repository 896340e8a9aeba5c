/** Folders of src/features that public pages are made of. Every other feature belongs to signed-in people. */
const PUBLIC_FEATURES = ['auth', 'checkout', 'legal', 'marketing'];

function idOf(routeFile) {
  return routeFile.replace(/\.tsx$/, '').replaceAll('/', '.');
}

/** The route files that draw one page, from the outermost layout inwards: `_app`, `_app.dashboard`, `_app.dashboard.index`. */
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

/** What a browser loads first for every page: the entry, the chunks of its route and of its layouts, and all they import. */
export function listPages(chunks, routeFiles) {
  const isLayout = (file) => routeFiles.some((other) => other !== file && layoutsOf(other, routeFiles).includes(file));
  const pages = routeFiles.filter((file) => file !== '__root.tsx' && !isLayout(file));
  return pages.map((file) => {
    const own = layoutsOf(file, routeFiles).map((route) => `src/routes/${route}?tsr-split=`);
    const starts = chunks.filter(
      (chunk) => chunk.isEntry || chunk.modules.some((module) => own.some((name) => module.startsWith(name))),
    );
    const loaded = closureOf(starts, chunks);
    const isPublic = !file.startsWith('_app');
    const misplaced = isPublic ? loaded.flatMap((chunk) => chunk.modules.filter(isPrivateModule)) : [];
    return { address: addressOf(file), files: loaded.map((chunk) => chunk.file), misplaced };
  });
}
