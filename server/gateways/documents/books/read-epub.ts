import { posix } from 'node:path';
import { attributeOf, isElement, parseElements, type XmlElement } from '../office/xml.ts';
import { DocumentRefusal, type DocumentText, type OnProgress } from '../reading.ts';
import { createSectionList } from '../section-list.ts';
import { oneLine } from '../text/decode-text.ts';
import { addSections, readPageText } from '../text/read-web-text.ts';

const CONTAINER = 'META-INF/container.xml';
const ENCRYPTION = 'META-INF/encryption.xml';
/** These algorithms scramble only fonts; the text is readable. */
const FONT_SCRAMBLING = /idpf\.org\/2008\/embedding|ns\.adobe\.com\/pdf\/enc#RC/;
const CHAPTERS_MAX = 2_000;
/** Placeholder titles that programs write for untitled books. */
const NO_TITLE = /^(?:unknown title|untitled|unknown)$/i;

function collect(xml: string, names: string[]): XmlElement[] {
  const found: XmlElement[] = [];
  parseElements(xml, names, (element) => found.push(element));
  return found;
}

const wholeText = (element: XmlElement): string =>
  element.children.map((child) => (isElement(child) ? wholeText(child) : child)).join('');

function decodeAddress(address: string): string {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}

/** Reads a book in the order of its chapters. A book with DRM is rejected. */
export function readEpub(parts: Map<string, Buffer>, name: string, onProgress: OnProgress): DocumentText {
  const textOf = (part: string) => parts.get(part)?.toString() ?? '';
  const isLocked = collect(textOf(ENCRYPTION), ['EncryptionMethod', 'enc:EncryptionMethod']).some(
    (method) => !FONT_SCRAMBLING.test(attributeOf(method, 'Algorithm')),
  );
  if (isLocked) throw new DocumentRefusal('encrypted');
  const [root] = collect(textOf(CONTAINER), ['rootfile']);
  const book = root ? attributeOf(root, 'full-path') : '';
  const opf = textOf(book);
  if (opf === '') throw new DocumentRefusal('broken');
  const items = new Map(collect(opf, ['item', 'opf:item']).map((item) => [attributeOf(item, 'id'), item]));
  const [title] = collect(opf, ['dc:title']);
  const chapters = collect(opf, ['itemref', 'opf:itemref'])
    .filter((chapter) => attributeOf(chapter, 'linear') !== 'no')
    .map((chapter) => items.get(attributeOf(chapter, 'idref')))
    // The table of contents repeats the headings.
    .filter((item) => item !== undefined && !/\bnav\b/.test(attributeOf(item, 'properties')));
  if (chapters.length > CHAPTERS_MAX) throw new DocumentRefusal('too_complex');
  const list = createSectionList();
  for (const [index, item] of chapters.entries()) {
    onProgress({ done: index, of: chapters.length, unit: 'section' });
    const [address = ''] = item ? attributeOf(item, 'href').split('#', 1) : [];
    const page = textOf(posix.join(posix.dirname(book), decodeAddress(address)));
    addSections(list, readPageText(page).sections);
  }
  const shownTitle = title ? oneLine(wholeText(title)) : '';
  return {
    kind: 'epub',
    title: NO_TITLE.test(shownTitle) ? name : shownTitle || name,
    unit: 'section',
    count: list.sections.length,
    sections: list.sections,
  };
}
