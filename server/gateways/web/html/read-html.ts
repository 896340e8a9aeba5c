import { visibleText } from '#server/lib/text/visible-text.ts';
import { collectElements, parseDocument, type HtmlElement, type HtmlParent } from './dom.ts';
import { createSections, type PageSection, type Sections } from './sections.ts';
import { readStructuredData } from './structured-data.ts';
import { walkChildren } from './walk.ts';

export type HtmlContent = {
  title: string | null;
  description: string | null;
  /** As the page states it, such as `en-us`. */
  language: string | null;
  /** The address that the page calls its own. */
  canonicalUrl: string | null;
  /** The address to which the page forwards visitors without a click (`meta refresh`). */
  forwardsTo: string | null;
  sections: PageSection[];
  /** The page's footer, which is the same on every page of a site and often the only place with opening hours. */
  footer: PageSection[];
  /** Absolute addresses, each once. */
  links: string[];
  hasPasswordField: boolean;
  hasScripts: boolean;
};

const LINKS_MAX = 2_000;
/** Real pages don't have longer addresses. */
const LINK_MAX = 2_000;
const LINKS_CHARACTERS_MAX = 400_000;
/** A page that waits longer than this, in seconds, is meant to be read first. */
const FORWARDS_WITHIN_S = 10;
const TITLE_MAX = 300;
const DESCRIPTION_MAX = 1_000;
/** A page that marks its main part with less text than this, and less than half of its text, has marked something else. */
const MAIN_MIN_CHARACTERS = 200;

const short = (text: string | null | undefined, max: number) => {
  const said = visibleText(text ?? '')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, max)
    .toWellFormed();
  return said === '' ? null : said;
};

const lengthOf = (sections: PageSection[]) => sections.reduce((sum, { text }) => sum + text.length, 0);

function sectionsOf(root: HtmlParent, footer: Sections | null): PageSection[] {
  const out = createSections();
  walkChildren(root, { out, footer, visited: { nodes: 0 }, isOneLine: false }, 0);
  return out.finish();
}

/** The address of another page. */
function parseAddress(href: string, base: string): URL | null {
  if (href === '' || href.length > LINK_MAX) return null;
  const address = URL.parse(href, base);
  return address && ['http:', 'https:'].includes(address.protocol) ? address : null;
}

const parseLink = (link: HtmlElement | undefined, base: string): URL | null =>
  parseAddress(link?.getAttribute('href') ?? '', base);

function linksOf(anchors: HtmlElement[], base: string): string[] {
  const links = new Set<string>();
  let characters = 0;
  for (const anchor of anchors) {
    if (/\bnofollow\b/i.test(anchor.getAttribute('rel') ?? '')) continue;
    const link = parseLink(anchor, base);
    if (!link) continue;
    link.hash = '';
    if (!links.has(link.href)) characters += link.href.length;
    if (characters > LINKS_CHARACTERS_MAX || links.size >= LINKS_MAX) break;
    links.add(link.href);
  }
  return [...links];
}

/** The target of a `meta refresh`. One for browsers without scripts leads to a page for those. */
function forwardOf(metas: HtmlElement[], base: string): string | null {
  const meta = metas.find(
    (one) =>
      one.getAttribute('http-equiv')?.trim().toLowerCase() === 'refresh' && one.parentNode?.localName !== 'noscript',
  );
  const content = (meta?.getAttribute('content') ?? '').slice(0, LINK_MAX);
  const [, seconds, target = ''] =
    /^\s{0,5}(\d{1,4})(?:\.\d{0,5})?\s{0,5}[;,]\s{0,5}(?:url\s{0,5}=\s{0,5})?["']?([^"']*)/i.exec(content) ?? [];
  if (target.trim() === '' || Number(seconds) > FORWARDS_WITHIN_S) return null;
  return parseAddress(target.trim(), base)?.href ?? null;
}

/**
 * Splits the text of a page into sections by its headings. A pure function of the HTML: it runs no script and loads
 * nothing. Throws PageTooLarge.
 */
export function readHtml(html: string, url: string): HtmlContent {
  const root = parseDocument(html);
  const found = collectElements(root, [
    'html',
    'body',
    'main',
    'title',
    'base',
    'meta',
    'link',
    'script',
    'input',
    'a',
  ]);
  const meta = (name: string) =>
    found.meta
      .find((one) => [one.getAttribute('name'), one.getAttribute('property')].includes(name))
      ?.getAttribute('content');
  const base = parseLink(found.base[0], url)?.href ?? url;
  const canonical = found.link.find((one) => one.getAttribute('rel')?.toLowerCase() === 'canonical');
  const structured = found.script.filter((one) => one.getAttribute('type') === 'application/ld+json');
  const footer = createSections();
  const whole = sectionsOf(root, footer);
  const main = found.main[0] ? sectionsOf(found.main[0], null) : [];
  return {
    title: short(found.title[0]?.textContent, TITLE_MAX) ?? short(meta('og:title'), TITLE_MAX),
    description: short(meta('description') ?? meta('og:description'), DESCRIPTION_MAX),
    language: short(found.html[0]?.getAttribute('lang'), 35)?.toLowerCase() ?? null,
    canonicalUrl: parseLink(canonical, base)?.href ?? null,
    forwardsTo: forwardOf(found.meta, base),
    sections: [
      ...(lengthOf(main) >= Math.min(MAIN_MIN_CHARACTERS, lengthOf(whole) / 2) ? main : whole),
      ...readStructuredData(structured.map((one) => one.textContent)),
    ],
    footer: footer.finish(),
    links: linksOf(found.a, base),
    hasPasswordField: found.input.some((one) => one.getAttribute('type')?.toLowerCase() === 'password'),
    hasScripts: found.script.length > structured.length,
  };
}
