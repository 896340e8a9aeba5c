import type { PageProblemCode } from '#contract/brain/page-problems.ts';
import { checkNotBusy, type Fetched, type GuardedFetch, type PageVersion } from './guarded-fetch.ts';
import { PageProblem } from './page-problem.ts';
import type { PageContent } from './reading/page-content.ts';
import type { Ask } from './reading/requests.ts';
import type { RobotsCheck } from './robots-check.ts';

export type WebPage = PageContent & {
  kind: 'page';
  /** After redirects. */
  url: string;
  version: PageVersion;
};
/** A document at a web address: for the reader of documents. */
export type WebFile = { kind: 'file'; url: string; type: 'application/pdf'; bytes: Buffer; version: PageVersion };
/** The page is still the version that the caller knows. */
export type UnchangedPage = { kind: 'unchanged'; url: string };

export type ReadOptions = { signal: AbortSignal; known?: PageVersion | undefined; robots: RobotsCheck };

const TEXT_BYTES = 4 * 1_024 * 1_024;
const PDF_BYTES = 20 * 1_024 * 1_024;
const PDF = 'application/pdf';
/** How many pages that forward to another are followed, besides redirects. */
const FORWARDS_MAX = 5;
const HTML_TYPES = new Set(['text/html', 'application/xhtml+xml']);
const PLAIN_TYPES = new Set(['text/plain', 'text/markdown']);
/** What the status means if it isn't 200. */
function problemOf(status: number): PageProblemCode {
  if (status === 401 || status === 407) return 'sign_in_required';
  if (status === 404 || status === 410) return 'not_found';
  if ([403, 406, 451].includes(status)) return 'refused_by_site';
  return status === 204 || status === 205 ? 'empty' : 'site_error';
}

/** What the bytes are, whatever the server calls them. */
function kindOf({ bytes, type }: Fetched): 'html' | 'plain' | 'pdf' {
  const start = bytes.subarray(0, 1_024).toString('latin1');
  if (start.startsWith('%PDF-')) return 'pdf';
  if (type === PDF) throw new PageProblem('wrong_type');
  const hasWideCharacters = /^(?:\u00fe\u00ff|\u00ff\u00fe)/.test(start);
  if (start.includes('\u0000') && !hasWideCharacters) throw new PageProblem('wrong_type');
  if (HTML_TYPES.has(type)) return 'html';
  if (type === '') return /^[\s\u00ef\u00bb\u00bf]*<(?:!doctype|!--|html|head|body)/i.test(start) ? 'html' : 'plain';
  return 'plain';
}

function bytesAllowed(type: string): number {
  if (type === PDF) return PDF_BYTES;
  return type === '' || HTML_TYPES.has(type) || PLAIN_TYPES.has(type) ? TEXT_BYTES : 0;
}

type Tools = { fetch: GuardedFetch; ask: Ask };

/** Reads what is at an address, or finds that it forwards to another one. */
async function readAt(
  url: URL,
  { fetch, ask }: Tools,
  { signal, known, robots }: ReadOptions,
): Promise<WebPage | WebFile | UnchangedPage | URL> {
  const fetched = await fetch(url, { signal, known, maxBytes: bytesAllowed, beforeEach: robots.check });
  const address = fetched.url.href;
  if (fetched.status === 304 && known) return { kind: 'unchanged', url: address };
  checkNotBusy(fetched);
  if (fetched.status !== 200) throw new PageProblem(problemOf(fetched.status));
  const { bytes, charset, version, language } = fetched;
  const kind = kindOf(fetched);
  if (kind === 'pdf') return { kind: 'file', url: address, type: PDF, bytes, version };
  const content = await ask('page', { bytes, charset, isHtml: kind === 'html', url: address });
  if ('problem' in content) throw new PageProblem(content.problem);
  if ('forwardsTo' in content) return new URL(content.forwardsTo);
  const served = language?.split(',')[0]?.trim().toLowerCase() ?? null;
  return { ...content, kind: 'page', url: address, language: content.language ?? served, version };
}

/**
 * Reads one page. A page that forwards its visitors is followed like a redirect: each address is checked as the first
 * one was. Throws PageProblem, or the caller's reason for aborting.
 */
export async function readPage(
  start: URL,
  tools: Tools,
  options: ReadOptions,
): Promise<WebPage | WebFile | UnchangedPage> {
  let url = start;
  for (let hops = 0; hops <= FORWARDS_MAX; hops += 1) {
    const read = await readAt(url, tools, hops === 0 ? options : { ...options, known: undefined });
    if (!(read instanceof URL)) {
      // A later conditional request would ask about the page that forwards, which says nothing about this one.
      return hops === 0 || read.kind === 'unchanged' ? read : { ...read, version: { etag: null, lastModified: null } };
    }
    url = read;
  }
  throw new PageProblem('too_many_redirects');
}
