import { createHash } from 'node:crypto';
import type { PageProblemCode } from '#contract/brain/page-problems.ts';
import { visibleText } from '#server/lib/text/visible-text.ts';
import { decodePage } from './decode-text.ts';
import type { Fetched, GuardedFetch, PageVersion } from './guarded-fetch.ts';
import type { ReadHtml } from './html/read-html-in-worker.ts';
import type { PageSection } from './html/sections.ts';
import { PageProblem } from './page-problem.ts';
import type { RobotsCheck } from './robots-check.ts';

export type WebPage = {
  kind: 'page';
  /** After redirects. */
  url: string;
  /** The address that the page calls its own, if it is on the same site; else `url`. */
  canonicalUrl: string;
  title: string | null;
  description: string | null;
  language: string | null;
  /** In the order of the page; the footer's come last. */
  sections: PageSection[];
  version: PageVersion;
  /** Of the sections without the footer: the same hash means the same text. */
  hash: string;
  /** Addresses that the page links to. */
  links: string[];
};
/** A document at a web address: for the reader of documents. */
export type WebFile = { kind: 'file'; url: string; type: 'application/pdf'; bytes: Buffer; version: PageVersion };
/** The page is still the version that the caller knows. */
export type UnchangedPage = { kind: 'unchanged'; url: string };

export type ReadOptions = { signal: AbortSignal; known?: PageVersion | undefined; robots: RobotsCheck };

const TEXT_BYTES = 4 * 1_024 * 1_024;
const PDF_BYTES = 20 * 1_024 * 1_024;
const PDF = 'application/pdf';
const HTML_TYPES = new Set(['text/html', 'application/xhtml+xml']);
const PLAIN_TYPES = new Set(['text/plain', 'text/markdown']);
/** A sign-in form is all that such a page shows. */
const SIGN_IN_PAGE_CHARACTERS = 400;
/** What a page shows while its scripts load, at most, such as “Loading…”. */
const SHELL_CHARACTERS = 25;
const WORD = /\p{L}|\p{N}/u;

/** What the status means if it isn't 200. */
function problemOf(status: number): PageProblemCode {
  if (status === 401 || status === 407) return 'sign_in_required';
  if (status === 404 || status === 410) return 'not_found';
  if ([403, 406, 429, 451].includes(status)) return 'refused_by_site';
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

const siteOf = (address: string) => URL.parse(address)?.hostname.replace(/^www\./, '');
const hashOf = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('base64url');

function plainSections(text: string): PageSection[] {
  const lines = visibleText(text)
    .split(/\r\n?|\n/)
    .map((line) => line.trim());
  const said = lines
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
  return said === '' ? [] : [{ path: [], text: said }];
}

/** Reads one page. Throws PageProblem, or the caller's reason for aborting. */
export async function readPage(
  url: URL,
  { fetch, readHtml }: { fetch: GuardedFetch; readHtml: ReadHtml },
  { signal, known, robots }: ReadOptions,
): Promise<WebPage | WebFile | UnchangedPage> {
  const fetched = await fetch(url, { signal, known, maxBytes: bytesAllowed, beforeEach: robots.check });
  const address = fetched.url.href;
  if (fetched.status === 304 && known) return { kind: 'unchanged', url: address };
  if (fetched.status !== 200) throw new PageProblem(problemOf(fetched.status));
  const { version, language } = fetched;
  const kind = kindOf(fetched);
  if (kind === 'pdf') return { kind: 'file', url: address, type: PDF, bytes: fetched.bytes, version };
  const text = decodePage(fetched.bytes, fetched.charset, kind === 'html');
  if (kind === 'plain') {
    const sections = plainSections(text);
    if (sections.length === 0) throw new PageProblem('empty');
    const empty = { title: null, description: null, links: [] };
    const hash = hashOf(sections);
    return { kind: 'page', url: address, canonicalUrl: address, language, sections, version, hash, ...empty };
  }
  const content = await readHtml(text, address, signal);
  const shown = content.sections.map((section) => section.text).join('\n');
  if (content.hasPasswordField && shown.length < SIGN_IN_PAGE_CHARACTERS) throw new PageProblem('sign_in_required');
  if (content.hasScripts && shown.length < SHELL_CHARACTERS) throw new PageProblem('needs_javascript');
  if (!WORD.test(shown)) throw new PageProblem('empty');
  const isOwn = content.canonicalUrl !== null && siteOf(content.canonicalUrl) === siteOf(address);
  return {
    kind: 'page',
    url: address,
    canonicalUrl: isOwn ? (content.canonicalUrl ?? address) : address,
    title: content.title ?? content.sections.find(({ path }) => path.length > 0)?.path[0] ?? null,
    description: content.description,
    language: content.language ?? language?.split(',')[0]?.trim().toLowerCase() ?? null,
    sections: [...content.sections, ...content.footer],
    version,
    hash: hashOf(content.sections),
    links: content.links,
  };
}
