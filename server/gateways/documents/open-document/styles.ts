import { attributeOf, isElement, parseElements, type XmlElement } from '../office/xml.ts';

/** How a level of a list is numbered; a bullet has no format. */
export type ListLevel = { format: string; prefix: string; suffix: string; start: number; shownLevels: number };

export type Styles = {
  /** Names of the styles that hide text, a table or a section. */
  hidden: Set<string>;
  lists: Map<string, ListLevel[]>;
  headers: XmlElement[];
  footers: XmlElement[];
};

const LEVELS_MAX = 10;

function readLevels(style: XmlElement): ListLevel[] {
  const levels: ListLevel[] = [];
  for (const level of style.children.filter(isElement)) {
    const depth = Number(attributeOf(level, 'text:level')) - 1;
    if (!(depth >= 0 && depth < LEVELS_MAX)) continue;
    const isNumber = level.name === 'text:list-level-style-number';
    levels[depth] = {
      format: isNumber ? attributeOf(level, 'style:num-format') : '-',
      prefix: isNumber ? attributeOf(level, 'style:num-prefix') : '',
      suffix: isNumber ? attributeOf(level, 'style:num-suffix') : '',
      start: Number(attributeOf(level, 'text:start-value') || 1),
      shownLevels: Number(attributeOf(level, 'text:display-levels') || 1),
    };
  }
  return levels;
}

function hides(style: XmlElement): boolean {
  return style.children
    .filter(isElement)
    .some(
      (properties) =>
        attributeOf(properties, 'text:display') === 'none' || attributeOf(properties, 'table:display') === 'false',
    );
}

/**
 * The styles of an OpenDocument file, from both of its parts, and its pages' headers and footers.
 */
export function readStyles(parts: Map<string, Buffer>): Styles {
  const styles: Styles = { hidden: new Set(), lists: new Map(), headers: [], footers: [] };
  for (const part of ['styles.xml', 'content.xml'])
    parseElements(
      parts.get(part)?.toString() ?? '',
      ['style:style', 'text:list-style', 'style:header', 'style:footer', 'style:header-first', 'style:footer-first'],
      (element) => {
        const name = attributeOf(element, 'style:name');
        if (element.name === 'text:list-style') styles.lists.set(name, readLevels(element));
        else if (element.name.startsWith('style:header')) styles.headers.push(element);
        else if (element.name.startsWith('style:footer')) styles.footers.push(element);
        else if (hides(element)) styles.hidden.add(name);
      },
    );
  return styles;
}
