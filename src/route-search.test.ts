import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '#server/app.ts';
import { createRendering, type Rendering } from '#server/http/pages/rendering.ts';
import { createPageCache } from '#server/http/pages/page-cache.ts';
import { siteFacts } from '#server/http/pages/site-facts.ts';
import { UNKNOWN_SITE } from '#src/domain/site/unknown-site.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';
import { render } from './entry-server.tsx';
import { readsQuery } from './reads-query.ts';
import { createAppRouter } from './router.tsx';

const never = () => Promise.reject(new Error('nothing is read here'));
const router = createAppRouter({
  context: {
    site: UNKNOWN_SITE,
    theme: undefined,
    reads: { visitor: never, signInStage: never, checkoutStart: never, articles: never, article: never, status: never },
  },
});
type Search = Record<string, unknown>;
type Site = { app: ReturnType<typeof createApp>; find: Rendering['findReady'] };

/** Records which parameters a validator reads. */
function parametersOf(validate: (search: Search) => Search): string[] {
  const read = new Set<string>();
  const watched = new Proxy<Search>(
    {},
    {
      get: (_target, name) => void read.add(String(name)),
      ownKeys: () => {
        throw new Error('a validator names each parameter that it reads, and passes none on unread');
      },
    },
  );
  validate(watched);
  return [...read];
}

/** The dashboard's pages are drawn in the browser. */
const isDrawnByServer = (path: string) =>
  router.getMatchedRoutes(path)[0].every(({ options }) => options.ssr !== false);

/** An example URL of each page with a parameter in its path. */
const EXAMPLES: Record<string, string> = {
  '/$': '/no-such-page',
  '/dashboard/$': '/dashboard/no-such-page',
  '/blog/$slug': '/blog/brief-an-assistant',
  '/dashboard/$slug': '/dashboard/seomi',
  '/dashboard/settings/$section': '/dashboard/settings/devices',
};

/** Every page of the generated route tree. */
const pages = [
  ...new Set(Object.values(router.routesById).map(({ fullPath }) => fullPath.replace(/(?<=.)\/$/, ''))),
].map((path) => {
  const example = path.includes('$') ? (EXAMPLES[path] ?? `no example of ${path}`) : path;
  const [routes, , found] = router.getMatchedRoutes(example);
  const validators = routes.flatMap(({ options: { validateSearch: validate } }) => {
    if (validate !== undefined && typeof validate !== 'function') throw new Error(`${path}: not a plain function`);
    return validate ? [validate as (search: Search) => Search] : []; // reason: each route types its own result
  });
  return {
    path,
    example,
    found: found?.fullPath.replace(/(?<=.)\/$/, ''),
    validators,
    parameters: validators.flatMap(parametersOf),
  };
});
const withSearch = pages.filter(({ parameters }) => parameters.length > 0);

/** In the form they have in a URL. */
const GARBAGE = [
  '',
  '%20',
  'zzz',
  '0',
  '-1',
  '123',
  'true',
  'null',
  'constructor',
  'toString',
  '__proto__',
  '%',
  '%ff',
  '%00',
  'a%00b',
  '%0D%0A',
  '%ED%A0%80',
  '[1,2]',
  '%7B%22a%22%3A1%7D',
  '<h1></h1>',
  '//evil.example',
  '%F0%9F%98%80'.repeat(99),
  'a'.repeat(5_000),
];
const garbage = fc.oneof(
  fc.anything({ withBigInt: true, withDate: true, withNullPrototype: true }),
  fc.string({ unit: 'binary', maxLength: 3_000 }),
  fc.constantFrom('\uD800', 'a\uDC00b', '\u0000', ...GARBAGE),
);

const isUsable = (value: unknown) =>
  value === undefined ||
  (typeof value === 'string' && value !== '' && value.length <= 2_000 && !/[\p{Cc}\p{Cs}]/u.test(value));

/** The find bar is open, and nothing is typed in it. */
const isOpenFind = (name: string, value: unknown) => name === 'find' && value === '';

describe('what a route reads from its query, whatever the query contains', () => {
  it('every page is in the route tree', () => {
    expect(pages.length).toBeGreaterThan(20);
    expect(pages.filter(({ path, found }) => path !== found)).toEqual([]);
    expect(pages.find(({ path }) => path === '/blog')?.parameters.toSorted()).toEqual(['q', 'tag']);
    expect(pages.find(({ path }) => path === '/auth/reset')?.parameters).toEqual(['token']);
  });

  it.each(withSearch)(
    '$path: each parameter is usable text or absent, and reading it again changes nothing',
    (page) => {
      const values = fc.record(Object.fromEntries(page.parameters.map((name) => [name, garbage])), {
        requiredKeys: [],
      });
      fc.assert(
        fc.property(values, fc.dictionary(fc.string(), garbage), (known, unknown) => {
          for (const validate of page.validators) {
            const read = validate({ ...unknown, ...known });
            const unusable = Object.entries(read).filter(
              ([name, value]) => !isUsable(value) && !isOpenFind(name, value),
            );
            expect(unusable).toEqual([]);
            expect(validate(read)).toEqual(read);
          }
        }),
      );
    },
  );

  // The router merges a validator's result over the raw query, so a name that it leaves out would come through unchecked.
  it.each(withSearch)('$path: its components see the validated query, never the raw one', (page) => {
    for (const written of GARBAGE) {
      const search = router.options.parseSearch(page.parameters.map((name) => `${name}=${written}`).join('&'));
      const seen = router.matchRoutes(page.example, search).at(-1)?.search;
      const read: Search = Object.assign({}, ...page.validators.map((validate) => validate(search)));
      expect(page.parameters.map((name) => seen?.[name as never])).toEqual(page.parameters.map((name) => read[name])); // reason: the names are the route's own
    }
  });
});

/** The text that a person would see: no scripts, no styles, no tags. */
const visibleText = (html: string) =>
  html.replaceAll(/<(script|style)\b[\s\S]*?<\/\1>/g, '').replaceAll(/<[^>]*>/g, '');

let world: TestApp;
let site: Site;
const opened: Rendering[] = [];

/** The app with an empty page cache. */
async function startSite(): Promise<Site> {
  const { container } = world;
  const facts = siteFacts(container.config, { sandboxInboxUrl: null, providers: [], hasPhoneFactor: false });
  const rendering = await createRendering({ site: facts, container });
  opened.push(rendering);
  return { app: createApp(container, { rendering }), find: rendering.findReady };
}
beforeAll(async () => {
  world = await createTestApp();
  site = await startSite();
});
afterAll(() => Promise.all(opened.map((rendering) => rendering.close())));

describe('a page that the server renders', () => {
  /** Opens a URL as a browser does, and returns what is wrong with the final page. */
  async function open(address: string, hops = 0): Promise<string | null> {
    const response = await site.app.request(address);
    const to = response.headers.get('location');
    if (to !== null) return hops < 3 ? open(to, hops + 1) : `${address} leads on and on`;
    if (response.status !== 200 && response.status !== 404) return `${address} answers ${response.status}`;
    const html = await response.text();
    if (!isDrawnByServer(new URL(address, 'http://localhost').pathname)) return null;
    const heading = /<h1\b[^>]*>([\s\S]*?)<\/h1>/.exec(html)?.[1] ?? '';
    if (visibleText(heading).trim() === '') return `${address} has no main heading`;
    if (/undefined|\[object |\bNaN\b/.test(visibleText(html).replaceAll(address, ''))) return `${address} shows a slip`;
    return null;
  }

  const problemsOf = async (addresses: string[]) => {
    const problems: (string | null)[] = [];
    for (const address of addresses) problems.push(await open(address));
    return problems.filter((problem) => problem !== null);
  };

  it.each(withSearch)('$path: is whole with garbage in each parameter', async ({ example, parameters }) => {
    const addresses = parameters.flatMap((name) => [
      ...GARBAGE.map((written) => `${example}?${name}=${written}`),
      `${example}?${name}`,
      `${example}?${name}=zzz&${name}=constructor`,
    ]);
    expect(await problemsOf(addresses)).toEqual([]);
  });

  it.each(pages.filter(({ path }) => path.includes('$')))(
    '$path: renders completely with garbage in its path',
    async ({ path }) => {
      expect(await problemsOf(GARBAGE.map((written) => path.replace(/\$\w+/, written)))).toEqual([]);
    },
  );
});

/** For each parameter of a cached page, a value that changes the page. */
const CHANGES: Record<string, Record<string, string>> = {
  '/blog': { q: 'mail', tag: 'Support' },
  '/contact': { topic: 'sales', state: 'sent' },
  '/newsletter': { state: 'sent' },
};
const cache = createPageCache({ policy: () => '', readsQuery });
const cached = pages.filter(({ example }) => cache.isCached(example, ''));

describe('a cached page', () => {
  const read = async (address: string, { app } = site) => {
    const response = await app.request(address);
    return { status: response.status, etag: response.headers.get('etag'), html: await response.text() };
  };
  const mainOf = (html: string) => /<main\b[\s\S]*<\/main>/.exec(html)?.[0];

  it('has exactly the parameters that this test knows', () => {
    const known = Object.fromEntries(cached.map(({ path }) => [path, Object.keys(CHANGES[path] ?? {}).toSorted()]));
    expect(known).toEqual(Object.fromEntries(cached.map(({ path, parameters }) => [path, parameters.toSorted()])));
    expect(Object.keys(known)).toContain('/');
  });

  it.each(cached)('$path: is drawn for itself where one of them does', async ({ path, example, parameters }) => {
    const plain = await read(example);
    for (const name of parameters) {
      const query = new URLSearchParams({ utm_source: 'x', [name]: CHANGES[path]?.[name] ?? '' }).toString();
      const own = await read(`${example}?${query}`);
      expect([own.status, own.etag], query).toEqual([200, null]);
      expect(mainOf(own.html), query).not.toBe(mainOf(plain.html));
      expect(site.find(`${example}?${query}`), query).toBeUndefined();
    }
    expect(await read(example)).toEqual(plain);
  });

  it.each(cached)('$path: is the same whatever else the query says, also where that came first', async (page) => {
    const { example, parameters } = page;
    const fresh = await startSite();
    const first = await read(`${example}?utm_source=leaked`, fresh);
    expect([first.status, first.etag]).toEqual([200, expect.any(String)]);
    expect(first.html).not.toContain('leaked');
    expect(await read(example, fresh)).toEqual(first);
    const queries = [
      '',
      ...parameters.map((name) => `${name}=`),
      ...GARBAGE.map((written) => `leaked=${written}&${written}`),
    ];
    for (const query of queries) {
      expect(await read(`${example}?${query}`, fresh), query).toEqual(first);
      expect(fresh.find(`${example}?${query}`)?.etag, query).toBe(first.etag);
    }
  });

  it.each(cached)('$path: would be drawn the same with a query that none of its routes reads', async ({ example }) => {
    const { blog } = world.container.services;
    const options = {
      site: UNKNOWN_SITE,
      reads: {
        visitor: () => Promise.resolve('guest' as const), // reason: one of several
        signInStage: never,
        checkoutStart: never,
        articles: () => Promise.resolve(blog.list()),
        article: (slug: string) => Promise.resolve(blog.article(slug)),
        status: never,
      },
      assets: () => ({ manifest: { routes: {} }, hydration: null }),
    };
    const draw = async (address: string) => (await render(new Request(`http://localhost${address}`), options)).text();
    // The router records when it read the query.
    const withoutTimes = (html: string) => html.replaceAll(/\b\d{13}\b/g, '');
    expect(withoutTimes(await draw(`${example}?utm_source=x`))).toBe(withoutTimes(await draw(example)));
  });
});
