import { pageKey } from '#server/lib/text/page-address.ts';
import { DAY_MS } from '#contract/billing/plans.ts';
import { SITE_PAGES_MAX, SOURCE_ADDRESS_MAX, type SourceProblem } from '#contract/brain/sources.ts';
import type { SitePages, SourcePage } from '#db/queries/brain/source-pages.ts';
import type { SourceRow } from '#db/queries/brain/sources.ts';
import type { WebFile, WebPage } from '#server/gateways/web/read-page.ts';
import type { WebGateway } from '#server/gateways/web/web.ts';
import type { Budgets } from '#server/modules/usage/budgets.service.ts';
import { readFileSource, type FileOptions } from './read-file-source.ts';
import { bytesOf, toPassages, type ReadPassage, type SourceReading } from './source-reading.ts';

const TITLE_MAX = 200;
/** A page that fails this way isn't there anymore; any other keeps what it said before. */
const GONE = new Set(['not_found', 'sign_in_required', 'refused_by_robots']);

type Options = FileOptions & {
  web: WebGateway;
  budgets: Pick<Budgets, 'charge' | 'giveBack'>;
  /** The pages that were read before, and their versions. */
  known: SourcePage[];
  /** What an earlier reading found out about a site. */
  site: SitePages | undefined;
  /** Whether an earlier reading broke off because the website asked us to slow down. */
  isContinued: boolean;
  now: Date;
};

const titleOf = ({ title }: WebPage) => (title ?? '').slice(0, TITLE_MAX).toWellFormed();
const passagesOf = (page: WebPage) =>
  toPassages(
    page.sections.map(({ path, text }) => ({ path, text, place: {} })),
    page.url,
  );
/** Some sites name the start page as canonical on every page. Ignore that. */
function keyOfPage({ url, canonicalUrl }: WebPage): string {
  const [own, canonical] = [new URL(url), new URL(canonicalUrl)];
  const isStart = (address: URL) => address.pathname === '/' && address.search === '';
  return pageKey(isStart(canonical) && !isStart(own) ? own : canonical).slice(0, SOURCE_ADDRESS_MAX);
}
const toSourcePage = (page: WebPage, readAt: Date): SourcePage => ({
  url: page.url,
  title: titleOf(page),
  hash: page.hash,
  etag: page.version.etag,
  lastModified: page.version.lastModified?.slice(0, 100) ?? null,
  readAt,
  key: keyOfPage(page),
});

/** A PDF on the web counts as a page, so that it isn't read twice. It has no version: it is read anew each time. */
const toFilePage = ({ url }: WebFile, name: string, readAt: Date): SourcePage => ({
  url,
  title: name.slice(0, TITLE_MAX).toWellFormed(),
  hash: '',
  etag: null,
  lastModified: null,
  readAt,
  key: pageKey(new URL(url)).slice(0, SOURCE_ADDRESS_MAX),
});

/** Reads the one page of a source, which may turn out to be a PDF. */
async function readOne(url: string, options: Options): Promise<SourceReading | SourceProblem | 'over budget'> {
  const { web, budgets, known, now, signal, owner } = options;
  const [before] = known;
  await budgets.charge(owner, 'pages_read');
  const page = await web.readPage(url, { signal, owner, ...(before ? { known: before } : {}) });
  if (page.kind === 'unchanged') {
    const unchanged = new Set(known.map((one) => one.url));
    return { unit: 'page', units: 1, passages: [], bytes: 0, pages: known, unchanged, name: null };
  }
  if (page.kind === 'file') {
    const name = decodeURIComponentOr(new URL(page.url).pathname.split('/').at(-1) ?? '');
    await budgets.charge(owner, 'documents_read');
    const reading = await readFileSource({ name, content: page.bytes }, options);
    return typeof reading === 'object' ? { ...reading, pages: [toFilePage(page, name, now)] } : reading;
  }
  const passages = await passagesOf(page);
  const pages = [toSourcePage(page, now)];
  const name = titleOf(page) || null;
  return { unit: 'page', units: 1, passages, bytes: bytesOf(passages), pages, unchanged: new Set(), name };
}

function decodeURIComponentOr(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Reads a site. Takes the most pages that it may have from the budget, and gives back those that weren't fetched. */
async function readPages(url: string, fresh: ReadonlySet<string>, options: Options) {
  const { web, budgets, known, site, isContinued, now, signal, owner, onProgress } = options;
  let fetched = 1;
  await budgets.charge(owner, 'pages_read', SITE_PAGES_MAX);
  try {
    return await web.readSite(url, {
      signal,
      owner,
      known: new Map(known.map((page) => [page.url, page])),
      ...(isContinued ? { fresh: [...fresh] } : {}),
      ...(site ? { listed: site.addresses } : {}),
      ...(site?.chosen ? { chosen: site.chosen } : {}),
      onProgress: ({ read, total }) => {
        fetched = read;
        onProgress({ done: read, of: total, unit: 'page' });
      },
    });
  } finally {
    await budgets.giveBack(owner, 'pages_read', now, SITE_PAGES_MAX - fetched);
  }
}

async function readAll(url: string, { known: before, ...options }: Options): Promise<SourceReading> {
  const { now } = options;
  const chosen = options.site?.chosen ?? null;
  const wanted = new Set(chosen?.map((address) => pageKey(new URL(address))));
  const known = chosen === null ? before : before.filter((page) => wanted.has(pageKey(new URL(page.url))));
  const isFresh = ({ readAt }: SourcePage) => options.isContinued && now.getTime() - readAt.getTime() < DAY_MS;
  const fresh = new Set(known.filter(isFresh).map((page) => page.url));
  const site = await readPages(url, fresh, { ...options, known });
  const read = new Set(site.pages.map((page) => page.url));
  const failed = new Map(site.failed.map((page) => [page.url, page.problem]));
  // Pages that weren't reached stay, as long as there is room for them.
  let room = SITE_PAGES_MAX - site.pages.length - site.unchanged.length;
  const kept = known.filter((page) => {
    const problem = failed.get(page.url);
    const isSame = site.unchanged.includes(page.url);
    if (read.has(page.url) || isSame) return isSame;
    const isLeft = problem === undefined ? site.hasMore : !GONE.has(problem);
    return isLeft && (room -= 1) >= 0;
  });
  const isChecked = (address: string) => site.unchanged.includes(address) && !fresh.has(address);
  // If a redirect fails one day, its page must not be lost. So the choice is stored as the redirect's target.
  const reached = chosen?.map((address) => site.redirects.get(pageKey(new URL(address))) ?? address);
  const passages: ReadPassage[] = [];
  for (const page of site.pages) passages.push(...(await passagesOf(page)));
  return {
    unit: 'page',
    units: site.pages.length + kept.length,
    passages,
    bytes: bytesOf(passages),
    pages: [
      ...site.pages.map((page) => toSourcePage(page, now)),
      ...kept.map((page) => (isChecked(page.url) ? { ...page, readAt: now } : page)),
    ],
    unchanged: new Set(kept.map((page) => page.url)),
    name: null,
    listed: site.listed,
    ...(reached && { chosen: [...new Set(reached)] }),
    slowDown: site.slowDown,
  };
}

/** Reads a page or site. Throws PageProblem if that says why it can't be read. */
export function readPageSource(
  { kind, url }: Pick<SourceRow, 'kind' | 'url'>,
  options: Options,
): Promise<SourceReading | SourceProblem | 'over budget'> {
  return kind === 'site' ? readAll(url ?? '', options) : readOne(url ?? '', options);
}
