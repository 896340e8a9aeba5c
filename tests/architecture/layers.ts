/** The layer of docs/architecture.md that a file belongs to. The first matching pattern decides. */
const LAYERS = [
  ['tests', /^tests\/|\.test\.tsx?$|^scripts\//],
  ['contract', /^server\/contract\//],
  ['lib', /^server\/lib\//],
  ['gateways', /^server\/gateways\//],
  ['sandbox', /^sandbox\//],
  ['content', /^server\/content\//],
  ['prompts', /^server\/prompts\//],
  ['router', /^server\/modules\/.+\.router\.ts$/],
  ['service', /^server\/modules\//],
  ['trpc init', /^server\/trpc\/init\.ts$/],
  ['trpc', /^server\/trpc\//],
  ['http', /^server\/http\//],
  ['jobs', /^server\/jobs\//],
  ['config', /^server\/config(?:\.ts$|\/)/],
  ['composition', /^server\/composition\//],
  ['root', /^server\/[^/]+\.ts$/],
  ['db scripts', /^db\/scripts\//],
  ['queries', /^db\/(?:queries\/|transaction\.ts$)/],
  ['database error', /^db\/(?:database|expected)-error\.ts$/],
  ['db', /^db\//],
  ['migrations', /^migrations\//],
  ['ui', /^src\/ui\//],
  ['api', /^src\/api\//],
  ['domain', /^src\/domain\//],
  ['hydration', /^src\/hydration\//],
  ['browser lib', /^src\/lib\//],
  ['features', /^src\/features\//],
  ['shell', /^src\/shell\//],
  ['routes', /^src\/routes\//],
  ['entries', /^src\//],
] as const;

export type Layer = (typeof LAYERS)[number][0];

export function layerOf(path: string): Layer | undefined {
  return LAYERS.find(([, pattern]) => pattern.test(path))?.[0];
}

/** `server/modules/chat/...` and `src/features/chat/...` belong to the feature `chat`. */
export function featureOf(path: string): string | undefined {
  return /^(?:server\/modules|src\/features)\/([^/]+)\//.exec(path)?.[1];
}
