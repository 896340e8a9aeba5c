import { SITE_PAGES_MAX, type SourceProblem } from '#contract/brain/sources.ts';
import type { SourcePage } from '#db/queries/brain/source-pages.ts';
import type { SourceRow } from '#db/queries/brain/sources.ts';
import type { WebPage } from '#server/gateways/web/read-page.ts';
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
  now: Date;
};

const titleOf = ({ title }: WebPage) => (title ?? '').slice(0, TITLE_MAX).toWellFormed();
const passagesOf = (page: WebPage) =>
  toPassages(
    page.sections.map(({ path, text }) => ({ path, text, place: {} })),
    page.url,
  );
const toSourcePage = (page: WebPage, readAt: Date): SourcePage => ({
  url: page.url,
  title: titleOf(page),
  hash: page.hash,
  etag: page.version.etag,
  lastModified: page.version.lastModified?.slice(0, 100) ?? null,
  readAt,
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
    return readFileSource({ name, content: page.bytes }, options);
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
async function readPages(url: string, { web, budgets, known, now, signal, owner, onProgress }: Options) {
  let fetched = 1;
  await budgets.charge(owner, 'pages_read', SITE_PAGES_MAX);
  try {
    return await web.readSite(url, {
      signal,
      owner,
      known: new Map(known.map((page) => [page.url, page])),
      onProgress: ({ read, total }) => {
        fetched = read;
        onProgress({ done: read, of: total, unit: 'page' });
      },
    });
  } finally {
    await budgets.giveBack(owner, 'pages_read', now, SITE_PAGES_MAX - fetched);
  }
}

async function readAll(url: string, options: Options): Promise<SourceReading> {
  const { known, now } = options;
  const site = await readPages(url, options);
  const read = new Set(site.pages.map((page) => page.url));
  const failed = new Map(site.failed.map((page) => [page.url, page.problem]));
  const kept = known.filter((page) => {
    const problem = failed.get(page.url);
    const isSame = site.unchanged.includes(page.url);
    const wasNotReached = site.hasMore && problem === undefined;
    return !read.has(page.url) && (isSame || wasNotReached || (problem !== undefined && !GONE.has(problem)));
  });
  const passages: ReadPassage[] = [];
  for (const page of site.pages) passages.push(...(await passagesOf(page)));
  return {
    unit: 'page',
    units: site.pages.length + kept.length,
    passages,
    bytes: bytesOf(passages),
    pages: [...site.pages.map((page) => toSourcePage(page, now)), ...kept],
    unchanged: new Set(kept.map((page) => page.url)),
    name: null,
  };
}

/** Reads a page or site. Throws PageProblem if that says why it can't be read. */
export function readPageSource(
  { kind, url }: Pick<SourceRow, 'kind' | 'url'>,
  options: Options,
): Promise<SourceReading | SourceProblem | 'over budget'> {
  return kind === 'site' ? readAll(url ?? '', options) : readOne(url ?? '', options);
}
