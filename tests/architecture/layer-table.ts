import type { Layer } from './layers.ts';

type Allowed = { values: Layer[]; types?: Layer[] };

const BROWSER_BASE: Layer[] = ['contract', 'ui', 'api', 'domain', 'hydration', 'browser lib'];
const EVERYTHING_ON_THE_SERVER: Layer[] = [
  ...([
    'contract',
    'lib',
    'gateways',
    'sandbox',
    'content',
    'prompts',
    'router',
    'service',
    'trpc init',
    'trpc',
    'http',
    'jobs',
  ] as const),
  ...(['config', 'composition', 'root', 'queries', 'db', 'database error'] as const),
];

/** The table "may import" of docs/architecture.md. A layer may always import itself, except that features may not (see import-rules). */
export const MAY_IMPORT: Record<Exclude<Layer, 'tests'>, Allowed> = {
  contract: { values: [] },
  // AppError is built from the contract's error codes, and from database errors.
  lib: { values: ['database error'], types: ['contract'] },
  gateways: { values: ['contract', 'lib'], types: ['config'] },
  sandbox: { values: ['contract', 'lib'] },
  content: { values: ['contract', 'lib'] },
  prompts: { values: ['contract', 'lib'] },
  jobs: { values: ['contract', 'lib', 'queries', 'db'], types: ['gateways'] },
  service: {
    values: ['contract', 'lib', 'content', 'prompts', 'queries', 'jobs', 'database error'],
    types: ['gateways', 'db', 'config'],
  },
  router: { values: ['contract', 'lib', 'trpc init'], types: ['service', 'db'] },
  'trpc init': { values: ['contract', 'lib'], types: ['trpc', 'service'] },
  trpc: { values: ['contract', 'lib', 'trpc init', 'router'], types: ['service', 'composition', 'config'] },
  http: {
    values: ['contract', 'lib', 'service', 'trpc init', 'trpc'],
    types: ['gateways', 'config', 'composition', 'root'],
  },
  config: { values: ['contract', 'lib'], types: ['gateways', 'db'] },
  composition: { values: ['contract', 'lib', 'gateways', 'content', 'service', 'jobs'], types: ['db', 'config'] },
  root: { values: EVERYTHING_ON_THE_SERVER },
  queries: { values: ['contract', 'db', 'database error'] },
  db: { values: ['contract', 'queries', 'database error'] },
  'database error': { values: [] },
  'db scripts': { values: [...EVERYTHING_ON_THE_SERVER, 'migrations'] },
  migrations: { values: [] },
  ui: { values: ['contract', 'browser lib'] },
  'browser lib': { values: ['contract'] },
  api: { values: ['contract', 'browser lib'] },
  hydration: { values: ['contract', 'browser lib'] },
  domain: { values: ['contract', 'api', 'hydration', 'browser lib'] },
  features: { values: BROWSER_BASE },
  shell: { values: [...BROWSER_BASE, 'features'] },
  routes: { values: [...BROWSER_BASE, 'features', 'shell'], types: ['entries'] },
  entries: { values: [...BROWSER_BASE, 'shell', 'routes'] },
};

/** Packages that only these layers may import; `types` may import types. A name that ends in `/` covers everything below it. */
export const PACKAGE_HOMES: { packages: string[]; layers: Layer[]; types?: Layer[] }[] = [
  { packages: ['nodemailer', 'ai', '@ai-sdk/', 'arctic', 'htmlparser2', 'web-push'], layers: ['gateways'] },
  { packages: ['unpdf', 'mammoth', 'read-excel-file', 'csv-parse', 'file-type'], layers: ['gateways'] },
  // The sandbox's answers are type-checked against the SDK that reads them.
  { packages: ['stripe'], layers: ['gateways'], types: ['sandbox'] },
  { packages: ['smtp-server', 'postal-mime'], layers: ['sandbox'] },
  { packages: ['postgres', '@electric-sql/'], layers: ['db'] },
  { packages: ['pg-boss'], layers: ['jobs'] },
  { packages: ['kysely'], layers: ['db', 'queries', 'db scripts', 'migrations'] },
  { packages: ['hono', '@hono/'], layers: ['http', 'sandbox', 'root'] },
  {
    packages: ['react', 'react-dom'],
    layers: ['ui', 'browser lib', 'api', 'domain', 'hydration', 'features', 'shell', 'routes', 'entries'],
  },
  {
    packages: ['@tanstack/', '@trpc/client', '@trpc/react-query'],
    layers: ['browser lib', 'api', 'domain', 'hydration', 'features', 'shell', 'routes', 'entries'],
  },
  { packages: ['@base-ui/'], layers: ['ui', 'features', 'shell'] },
];

/** Layers that may import these packages and no others. */
export const ONLY_PACKAGES: Partial<Record<Layer, string[]>> = { contract: ['zod'], migrations: ['kysely'] };
