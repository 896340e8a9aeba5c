import { visibleText } from '#server/lib/text/visible-text.ts';
import { isElement, isText, type HtmlElement, type HtmlParent } from './dom.ts';
import { isLeftOut } from './left-out.ts';
import { createSections, PageTooLarge, type Sections } from './sections.ts';
import { tableLines } from './tables.ts';

/** Deeper than any page that people made; whoever recurses without a limit runs out of stack. */
const DEPTH_MAX = 200;
const NODES_MAX = 200_000;
const INLINE = new Set(
  [
    'a abbr acronym b bdi bdo big cite code data dfn em font i img ins kbd label mark q rp rt ruby samp small span',
    'strong sub sup time tt u var wbr',
  ].flatMap((names) => names.split(' ')),
);
/** Neighbors of these kinds without a space between them are often laid out apart, such as a name and its price. */
const SET_APART = new Set(['a', 'span', 'time', 'small', 'strong', 'label']);
/** A footer inside of these belongs to them and not to the page. */
const PARTS = new Set(['main', 'article', 'section']);

export type Walk = {
  out: Sections;
  /** Where the page's footer goes; `null` where no footer is the page's. */
  footer: Sections | null;
  visited: { nodes: number };
  /** In a heading or a cell of a table, nothing starts a section. */
  isOneLine: boolean;
};

function levelOf(element: HtmlElement): number | null {
  if (/^h[1-6]$/.test(element.localName)) return Number(element.localName[1]);
  if (element.getAttribute('role') !== 'heading') return null;
  return Math.min(Math.max(Number(element.getAttribute('aria-level')) || 2, 1), 6);
}

/** The text of a heading or a cell, on one line. */
function lineOf(element: HtmlElement, walk: Walk, depth: number): string {
  const out = createSections();
  walkChildren(element, { ...walk, out, footer: null, isOneLine: true }, depth);
  const [section] = out.finish();
  return section?.text.replaceAll('\n', ' ') ?? '';
}

/** Where a link to this heading leads: its own id, that of something in it, or that of the section it opens. */
function anchorOf(heading: HtmlElement): string | null {
  const own = heading.getAttribute('id');
  if (own) return own;
  for (const child of heading.childNodes) {
    const inner = isElement(child) ? (child.getAttribute('id') ?? child.getAttribute('name')) : null;
    if (inner) return inner;
  }
  const parent = heading.parentNode;
  return parent && ['section', 'article', 'div'].includes(parent.localName) ? parent.getAttribute('id') : null;
}

/** An address or a number that a link opens but doesn't show. */
function contactOf(link: HtmlElement): string {
  const target = /^(?:mailto|tel):([^?]{1,100})/i.exec(link.getAttribute('href') ?? '')?.[1] ?? '';
  if (target === '') return '';
  const significant = (text: string) => text.replaceAll(/[^\w@.]/g, '');
  return significant(link.textContent).includes(significant(target)) ? '' : ` (${target})`;
}

function walkElement(element: HtmlElement, walk: Walk, depth: number): void {
  const { out } = walk;
  const { localName } = element;
  const level = walk.isOneLine ? null : levelOf(element);
  if (level !== null) {
    out.heading(level, lineOf(element, walk, depth), anchorOf(element));
    return;
  }
  if (localName === 'a') {
    walkChildren(element, walk, depth);
    out.text(contactOf(element));
    return;
  }
  if (INLINE.has(localName)) {
    walkChildren(element, walk, depth);
    return;
  }
  const lines = localName === 'table' ? tableLines(element, (cell) => lineOf(cell, walk, depth)) : null;
  if (lines || localName === 'pre') {
    for (const line of lines ?? element.textContent.split('\n')) out.line(visibleText(line));
    return;
  }
  out.endLine();
  walkChildren(element, walk, depth);
  out.endLine();
}

/** Adds what is below an element to the sections, in the order of the page. */
export function walkChildren(parent: HtmlParent, walk: Walk, depth: number): void {
  if (depth > DEPTH_MAX) return;
  let before = '';
  let items = 0;
  const isNumbered = 'localName' in parent && parent.localName === 'ol';
  for (const child of parent.childNodes) {
    walk.visited.nodes += 1;
    if (walk.visited.nodes > NODES_MAX) throw new PageTooLarge();
    if (isText(child)) {
      walk.out.text(visibleText(child.data));
      before = '';
    }
    if (!isElement(child) || isLeftOut(child)) continue;
    const { localName } = child;
    if (SET_APART.has(localName) && SET_APART.has(before)) walk.out.text(' ');
    before = localName;
    if (localName === 'li') {
      items += 1;
      walk.out.startItem(isNumbered ? `${items}. ` : '- ');
    }
    const isFooter = localName === 'footer' || child.getAttribute('role') === 'contentinfo';
    if (isFooter && walk.footer) walkElement(child, { ...walk, out: walk.footer, footer: null }, depth + 1);
    else walkElement(child, PARTS.has(localName) ? { ...walk, footer: null } : walk, depth + 1);
  }
}
