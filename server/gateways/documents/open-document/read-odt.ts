import { formatListNumber } from '../office/word-lists.ts';
import { attributeOf, isElement, parseElements, type XmlElement } from '../office/xml.ts';
import type { DocumentText } from '../reading.ts';
import { createLeftOut, createOutline, createSectionList } from '../section-list.ts';
import { placeCells } from '../tables/merged-cells.ts';
import { describeRows } from '../tables/table-rows.ts';
import { oneLine } from '../text/decode-text.ts';
import { readStyles, type Styles } from './styles.ts';

const COLUMNS_MAX = 256;
const ROWS_MAX = 50_000;
const SPACES_MAX = 100;
const HEADING_MAX = 200;
/** What isn't part of the text: comments, what was deleted while changes were tracked, and descriptions of pictures. */
const SKIPPED = new Set([
  'office:annotation',
  'text:tracked-changes',
  'svg:title',
  'svg:desc',
  'text:ruby-text',
  'office:forms',
]);
const BLOCKS = new Set(['text:p', 'text:h', 'text:list', 'table:table', 'text:section']);

type List = { name: string; counts: number[] };

/** Turns the elements of an OpenDocument text into lines. */
function createReader(styles: Styles) {
  const leftOut = createLeftOut();
  const lastCounts = new Map<string, number[]>();

  function isHidden(element: XmlElement): boolean {
    const isOff = attributeOf(element, 'text:display') === 'none' && element.name === 'text:section';
    const isStyledOff = ['text:style-name', 'table:style-name'].some((name) =>
      styles.hidden.has(attributeOf(element, name)),
    );
    const isField = ['text:hidden-text', 'text:hidden-paragraph'].includes(element.name);
    if (!isOff && !isStyledOff && !isField) return false;
    leftOut.add('hidden_text');
    return true;
  }

  /** The text of a paragraph. A text box in it begins a line of its own. */
  function inline(element: XmlElement): string {
    return element.children
      .map((child) => {
        if (!isElement(child)) return child.replaceAll(/\s+/g, ' ');
        if (SKIPPED.has(child.name) || isHidden(child)) return '';
        if (child.name === 'text:s') return ' '.repeat(Math.min(Number(attributeOf(child, 'text:c') || 1), SPACES_MAX));
        if (child.name === 'text:tab') return '\t';
        if (child.name === 'text:line-break') return '\n';
        if (child.name === 'text:note-citation') return '';
        if (child.name === 'text:note') return ` (${oneLine(inline(child))})`;
        if (BLOCKS.has(child.name)) return `\n${block(child)}\n`;
        return inline(child);
      })
      .join('');
  }

  function mark(list: List, depth: number): string {
    const levels = styles.lists.get(list.name) ?? [];
    const level = levels[depth];
    if (!level || level.format === '-' || level.format === '') return '-';
    const from = Math.max(0, depth + 1 - level.shownLevels);
    const numbers = list.counts
      .slice(from, depth + 1)
      .map((count, index) => formatListNumber(count, levels[from + index]?.format ?? '1'));
    return `${level.prefix}${numbers.join('.')}${level.suffix}`;
  }

  function listLines(element: XmlElement, outer: List | null, depth: number): string[] {
    const name = attributeOf(element, 'text:style-name') || (outer?.name ?? '');
    const continued =
      attributeOf(element, 'text:continue-numbering') === 'true' || element.attributes['text:continue-list'];
    const list = outer && outer.name === name ? outer : { name, counts: continued ? (lastCounts.get(name) ?? []) : [] };
    lastCounts.set(name, list.counts);
    list.counts.length = Math.min(list.counts.length, continued ? depth + 1 : depth);
    return element.children.filter(isElement).flatMap((item) => {
      const start = Number(attributeOf(item, 'text:start-value') || (styles.lists.get(name)?.[depth]?.start ?? 1));
      const isItem = item.name === 'text:list-item';
      const blocks = item.children.filter(isElement);
      // An item that only holds a deeper list has no number of its own.
      const isNumbered = isItem && blocks[0] !== undefined && blocks[0].name !== 'text:list';
      if (isNumbered)
        list.counts[depth] =
          item.attributes['text:start-value'] === undefined ? (list.counts[depth] ?? start - 1) + 1 : start;
      return blocks.flatMap((child, index) => {
        if (child.name === 'text:list') return listLines(child, list, depth + 1);
        const text = block(child);
        return isNumbered && index === 0 ? `${mark(list, depth)} ${text}` : text;
      });
    });
  }

  function tableText(table: XmlElement): string {
    const rows: XmlElement[] = [];
    const collect = (element: XmlElement): void => {
      for (const child of element.children.filter(isElement))
        if (child.name === 'table:table-row') rows.push(child);
        else if (/^table:table-(?:rows|header-rows|row-group)$/.test(child.name)) collect(child);
    };
    collect(table);
    const cells = rows.slice(0, ROWS_MAX).map((row) =>
      row.children
        .filter(isElement)
        .filter(({ name }) => name === 'table:table-cell')
        .map((cell) => ({
          text: cell.children.filter(isElement).map(block).join('\n'),
          columns: Number(attributeOf(cell, 'table:number-columns-spanned') || 1),
          rows: Number(attributeOf(cell, 'table:number-rows-spanned') || 1),
        })),
    );
    return describeRows(placeCells(cells, COLUMNS_MAX))
      .map(({ text }) => text)
      .join('\n');
  }

  function block(element: XmlElement): string {
    if (SKIPPED.has(element.name) || isHidden(element)) return '';
    if (element.name === 'text:p' || element.name === 'text:h') return inline(element);
    if (element.name === 'text:list') return listLines(element, null, 0).join('\n');
    if (element.name === 'table:table') return tableText(element);
    return element.children.filter(isElement).map(block).join('\n');
  }

  return { leftOut, isHidden, block, inline };
}

/** Containers whose blocks are read as part of the surrounding text. */
const CONTAINERS =
  /^(?:text:section|text:index-body|text:(?:table-of-content|alphabetical-index|bibliography|illustration-index))$/;

/** Reads an OpenDocument text: its header, paragraphs, lists, tables and notes below their headings, and its footer. */
export function readOdt(parts: Map<string, Buffer>, name: string): DocumentText {
  const styles = readStyles(parts);
  const reader = createReader(styles);
  const list = createSectionList();
  const outline = createOutline(list);
  let title: string | undefined;
  const linesOf = (elements: XmlElement[]) =>
    [...new Set(elements.flatMap((element) => reader.block(element).split('\n')))].join('\n');
  const addBlock = (element: XmlElement): void => {
    if (SKIPPED.has(element.name)) return;
    if (CONTAINERS.test(element.name)) {
      if (!reader.isHidden(element)) for (const child of element.children.filter(isElement)) addBlock(child);
      return;
    }
    const text = reader.block(element);
    const depth = Number(attributeOf(element, 'text:outline-level') || 1);
    if (element.name === 'text:h' && text.trim() !== '' && text.length <= HEADING_MAX) {
      if (depth === 1) title ??= oneLine(text);
      outline.addHeading(Math.min(Math.max(depth, 1), 9), text);
    } else
      outline.addText(
        element.name === 'table:table' ? `\n${text}\n` : element.name === 'text:list' ? text : `${text}\n`,
      );
  };
  list.add([], {}, linesOf(styles.headers));
  parseElements(parts.get('content.xml')?.toString() ?? '', ['office:text'], (body) => {
    for (const child of body.children.filter(isElement)) addBlock(child);
  });
  outline.end();
  list.add([], {}, linesOf(styles.footers));
  const { sections } = list;
  return {
    kind: 'odt',
    title: title ?? name,
    unit: 'section',
    count: sections.length,
    sections,
    leftOut: reader.leftOut.counts,
  };
}
