import { getDocumentProxy } from 'unpdf';
import { MAX_PAGES } from '../limits.ts';
import { DocumentRefusal, type DocumentText, type OnProgress } from '../reading.ts';
import { createOutline, createSectionList } from '../section-list.ts';
import { textOfLines } from './blocks.ts';
import { unfoldColumns } from './columns.ts';
import { findHeadings, withoutRepeats } from './headings.ts';
import { type Glyphs, type Line, lineText, type Page, toLines } from './lines.ts';

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>;
type Content = Awaited<ReturnType<Awaited<ReturnType<Pdf['getPage']>>['getTextContent']>>;

/** A whole file says at its end where to begin, perhaps followed by padding. One that is cut off would lose pages without a word. */
const END_MARK = '%%EOF';
const END_BYTES = 2_048;

function checkEnd(bytes: Uint8Array): void {
  let end = bytes.length;
  while (end > 0 && [0x00, 0x0a, 0x0d, 0x20].includes(bytes[end - 1] ?? -1)) end -= 1;
  if (!Buffer.from(bytes.subarray(Math.max(0, end - END_BYTES), end)).includes(END_MARK))
    throw new DocumentRefusal('broken');
}

/** Opens a PDF. Nothing in it is executed or fetched: scripts, links, embedded files and fonts outside the file are left alone. */
async function open(bytes: Uint8Array): Promise<Pdf> {
  try {
    // A copy: the library takes no Buffer, and takes its input away.
    return await getDocumentProxy(new Uint8Array(bytes), {
      useSystemFonts: false,
      disableFontFace: true,
      enableXfa: false,
      useWasm: false,
      useWorkerFetch: false,
      verbosity: 0,
    });
  } catch (error) {
    if (error instanceof Error && error.name === 'PasswordException') throw new DocumentRefusal('encrypted');
    throw error;
  }
}

/** The text on a page, placed from its top left corner as the page is shown. */
function placeText(content: Content, [a, b, c, d, e, f]: number[]): Glyphs[] {
  return content.items.flatMap((item) => {
    if (!('str' in item) || item.str.trim() === '') return [];
    const [, , skew = 0, scale = 0, x = 0, y = 0]: number[] = item.transform;
    return {
      text: item.str,
      x: (a ?? 1) * x + (c ?? 0) * y + (e ?? 0),
      y: (b ?? 0) * x + (d ?? 1) * y + (f ?? 0),
      width: item.width,
      size: Math.hypot(skew, scale) || item.height,
      isRightToLeft: item.dir === 'rtl',
    };
  });
}

async function readPages(pdf: Pdf, onProgress: OnProgress): Promise<Page[]> {
  const pages: Page[] = [];
  for (let number = 1; number <= pdf.numPages; number += 1) {
    onProgress({ done: number - 1, of: pdf.numPages, unit: 'page' });
    const page = await pdf.getPage(number);
    const content = await page.getTextContent();
    const { height, transform } = page.getViewport({ scale: 1 });
    pages.push({ height, lines: unfoldColumns(toLines(placeText(content, transform))) });
    page.cleanup();
  }
  onProgress({ done: pdf.numPages, of: pdf.numPages, unit: 'page' });
  return pages;
}

/** Reads a PDF page by page, below its headings where their size gives them away. */
export async function readPdf(bytes: Uint8Array, title: string, onProgress: OnProgress): Promise<DocumentText> {
  checkEnd(bytes);
  const pdf = await open(bytes);
  if (pdf.numPages > MAX_PAGES) throw new DocumentRefusal('too_complex');
  const pages = withoutRepeats(await readPages(pdf, onProgress));
  const depthOf = findHeadings(pages.flat());
  const list = createSectionList();
  const outline = createOutline(list);
  for (const [index, lines] of pages.entries()) {
    outline.moveTo({ page: index + 1 });
    let block: Line[] = [];
    for (const line of lines) {
      const depth = depthOf(line);
      if (depth === null) block.push(line);
      else {
        outline.addText(textOfLines(block));
        block = [];
        outline.addHeading(depth, lineText(line));
      }
    }
    outline.addText(textOfLines(block));
  }
  outline.end();
  return { kind: 'pdf', title, unit: 'page', count: pages.length, sections: list.sections };
}
