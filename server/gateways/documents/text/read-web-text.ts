import { readHtml } from '../../web/html/read-html.ts';
import { PageTooLarge, type PageSection } from '../../web/html/sections.ts';
import { decodePage } from '../../web/reading/decode-text.ts';
import { DocumentRefusal, type DocumentText } from '../reading.ts';
import { createSectionList, type SectionList } from '../section-list.ts';

/** The address of a page that is in a file; it links to nothing. */
const NO_ADDRESS = 'about:blank';

/** The title and the sections of a page: what the reader of websites finds in it. */
export function readPageText(html: string): { title: string | null; sections: PageSection[] } {
  try {
    const { title, sections, footer } = readHtml(html, NO_ADDRESS);
    return { title, sections: [...sections, ...footer] };
  } catch (error) {
    if (error instanceof PageTooLarge) throw new DocumentRefusal('too_complex');
    throw error;
  }
}

export const addSections = (list: SectionList, sections: PageSection[], above: string[] = []): void => {
  for (const { path, text } of sections) list.add([...above, ...path], {}, text);
};

/** Reads a page that was saved as a file. */
export function readHtmlFile(bytes: Uint8Array, name: string): DocumentText {
  const { title, sections } = readPageText(decodePage(bytes, null, true));
  const list = createSectionList();
  addSections(list, sections);
  return { kind: 'html', title: title ?? name, unit: 'section', count: list.sections.length, sections: list.sections };
}
