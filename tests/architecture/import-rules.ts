import { MAY_IMPORT, ONLY_PACKAGES, PACKAGE_HOMES } from './layer-table.ts';
import { featureOf, type Layer, layerOf } from './layers.ts';
import { type Import, readImports } from './read-imports.ts';
import type { SourceFile } from './source-files.ts';

/** The one place where the browser imports the server's type, and the one name it may import. */
const APP_ROUTER_IMPORT = { from: 'src/api/trpc.ts', target: 'server/trpc/root.ts' };
/** AppError carries the contract's error codes, so this helper isn't entirely domain-free. */
const APP_ERROR_IMPORT = { from: 'server/lib/app-error.ts', target: 'server/contract/errors.ts' };

function isAllowed(allowed: { from: string; target: string }, one: Import): boolean {
  return one.from === allowed.from && one.target === allowed.target;
}

function samePackage(name: string, pattern: string): boolean {
  return pattern.endsWith('/') ? name.startsWith(pattern) : name === pattern;
}

function packageComplaint(one: Import, layer: Layer): string | undefined {
  const only = ONLY_PACKAGES[layer];
  if (only && !only.includes(one.target)) return `${layer} may import only ${only.join(', ')} from outside`;
  const home = PACKAGE_HOMES.find(({ packages }) => packages.some((name) => samePackage(one.target, name)));
  if (!home || home.layers.includes(layer) || (one.isTypeOnly && home.types?.includes(layer))) return undefined;
  return `this package belongs to ${home.layers.join(', ')}`;
}

function featureComplaint(one: Import, layer: Layer, targetLayer: Layer): string | undefined {
  if (featureOf(one.from) === featureOf(one.target)) return undefined;
  if (layer === 'features' && targetLayer === 'features')
    return 'features meet in a route or in shell, never in each other';
  const isServiceType = one.isTypeOnly && one.target.endsWith('.service.ts');
  if (layer === 'service' && targetLayer === 'service' && !isServiceType)
    return 'another feature is known by its service type only';
  return undefined;
}

function ourComplaint(one: Import, layer: Exclude<Layer, 'tests'>): string | undefined {
  const targetLayer = layerOf(one.target);
  if (!targetLayer) return 'this file is in no layer';
  if (targetLayer === 'tests') return 'nothing but tests imports tests';
  if (layer === 'router' && targetLayer === 'router') return 'routers do not know each other';
  if (targetLayer === layer) return featureComplaint(one, layer, targetLayer);
  if (isAllowed(APP_ROUTER_IMPORT, one)) return one.isTypeOnly ? undefined : 'the server is known by its type only';
  if (isAllowed(APP_ERROR_IMPORT, one)) return undefined;
  if (layer === 'shell' || layer === 'routes' || layer === 'entries') {
    if (one.target === 'src/routeTree.gen.ts' && layer !== 'entries') return 'only the router reads the list of routes';
  }
  const { values, types = [] } = MAY_IMPORT[layer];
  if (values.includes(targetLayer)) return undefined;
  if (types.includes(targetLayer))
    return one.isTypeOnly ? undefined : `${layer} may import only types of ${targetLayer}`;
  return `${layer} may not import ${targetLayer}`;
}

function complaintOf(one: Import): string | undefined {
  const layer = layerOf(one.from);
  if (!layer) return 'this file is in no layer of docs/architecture.md';
  if (layer === 'tests') return undefined;
  return one.isOurs ? ourComplaint(one, layer) : packageComplaint(one, layer);
}

/** Every import that docs/architecture.md forbids, as `file -> target: why`. */
export function checkImports(files: SourceFile[]): string[] {
  return files
    .filter((file) => !file.path.endsWith('.gen.ts'))
    .flatMap(readImports)
    .flatMap((one) => {
      const complaint = complaintOf(one);
      return complaint ? [`${one.from} -> ${one.target}: ${complaint}`] : [];
    });
}
