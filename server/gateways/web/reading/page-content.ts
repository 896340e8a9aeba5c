import { createHash } from 'node:crypto';
import { visibleText } from '#server/lib/text/visible-text.ts';
import { withoutCookieNotices } from '../html/cookie-notices.ts';
import { isMissingPage } from '../html/missing-page.ts';
import { readHtml, type HtmlContent } from '../html/read-html.ts';
import { PageTooLarge, type PageSection } from '../html/sections.ts';
import { decodePage } from './decode-text.ts';

/** A page with less text than this and a password field is a sign-in page. */
const SIGN_IN_PAGE_CHARACTERS = 400;
/** The longest text that a page shows only while its scripts load, such as “Loading…”. */
const SHELL_CHARACTERS = 25;
const WORD = /\p{L}|\p{N}/u;

export type PageContentProblem =
  | 'empty'
  | 'not_found'
  | 'needs_javascript'
  | 'sign_in_required'
  | 'too_large'
  | 'unreadable';
/** The content of a page, without the information in its response headers. */
export type PageContent = Pick<HtmlContent, 'title' | 'description' | 'language' | 'links'> & {
  /** The page's canonical address if it is on the same site, or else its address. */
  canonicalUrl: string;
  /** In document order; the footer's sections come last. */
  sections: PageSection[];
  /** A hash of the sections without the footer: the same hash means the same text. */
  hash: string;
};
/** The page only forwards its visitors to this address. */
export type ForwardedPage = { forwardsTo: string };
type PageBytes = { bytes: Uint8Array; charset: string | null; isHtml: boolean; url: string };

const siteOf = (address: string) => URL.parse(address)?.hostname.replace(/^www\./, '');
const withoutFragment = (address: string) => new URL(address).href.split('#')[0];
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

function readTextContent(text: string, url: string): PageContent | { problem: PageContentProblem } {
  const sections = plainSections(text);
  if (sections.length === 0) return { problem: 'empty' };
  const empty = { title: null, description: null, language: null, links: [] };
  return { ...empty, canonicalUrl: url, sections, hash: hashOf(sections) };
}

function readHtmlContent(html: string, url: string): PageContent | ForwardedPage | { problem: PageContentProblem } {
  const { footer, hasPasswordField, hasScripts, forwardsTo, ...read } = readHtml(html, url);
  // A page that only reloads itself doesn't forward anyone.
  if (forwardsTo !== null && withoutFragment(forwardsTo) !== withoutFragment(url)) return { forwardsTo };
  if (isMissingPage(read.title, read.sections)) return { problem: 'not_found' };
  const content = { ...read, sections: withoutCookieNotices(read.title, read.sections) };
  const shown = content.sections.map((section) => section.text).join('\n');
  if (hasPasswordField && shown.length < SIGN_IN_PAGE_CHARACTERS) return { problem: 'sign_in_required' };
  if (hasScripts && shown.length < SHELL_CHARACTERS) return { problem: 'needs_javascript' };
  if (!WORD.test(shown)) return { problem: 'empty' };
  const isOwn = content.canonicalUrl !== null && siteOf(content.canonicalUrl) === siteOf(url);
  return {
    ...content,
    canonicalUrl: isOwn ? (content.canonicalUrl ?? url) : url,
    title: content.title ?? content.sections.find(({ path }) => path.length > 0)?.path[0] ?? null,
    sections: [...content.sections, ...withoutCookieNotices(content.title, footer)],
    hash: hashOf(content.sections),
  };
}

/**
 * Reads the content of a page from its bytes. Never throws: a page that can't be parsed is a problem like the others.
 */
export function readPageContent({
  bytes,
  charset,
  isHtml,
  url,
}: PageBytes): PageContent | ForwardedPage | { problem: PageContentProblem } {
  try {
    const text = decodePage(bytes, charset, isHtml);
    return isHtml ? readHtmlContent(text, url) : readTextContent(text, url);
  } catch (error) {
    return { problem: error instanceof PageTooLarge ? 'too_large' : 'unreadable' };
  }
}
