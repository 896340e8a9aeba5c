import { getDocumentProxy } from 'unpdf';
import { MAX_PAGES, MAX_SCANS } from '../limits.ts';
import { DocumentRefusal, type DocumentText, type OnProgress, type Scan } from '../reading.ts';
import { createLeftOut, createOutline, createSectionList } from '../section-list.ts';
import { textOfLines } from './blocks.ts';
import { unfoldColumns } from './columns.ts';
import { createIsSaid } from './divided-words.ts';
import { placeFields } from './fields.ts';
import { findHeadings, withoutRepeats } from './headings.ts';
import { type Glyphs, type Line, lineText, type Page, toLines } from './lines.ts';
import { readScan } from './scans.ts';

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>;
type PdfPage = Awaited<ReturnType<Pdf['getPage']>>;
type Content = Awaited<ReturnType<PdfPage['getTextContent']>>;

/** A whole file says at its end where to begin, perhaps followed by padding. One that is cut off would lose pages without a word. */
const END_MARK = '%%EOF';
const END_BYTES = 2_048;
/** A page with less text than this may be a scan with a page number or a stamp on it. */
const FEW_LETTERS = 40;
/** Maximum distance between the lines of one heading, relative to the font size. */
const HEADING_LINE = 1.5;

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

/** A place on a page from its top left corner as the page is shown. */
function toTop([a, b, c, d, e, f]: number[]) {
  return (x: number, y: number) => ({
    x: (a ?? 1) * x + (c ?? 0) * y + (e ?? 0),
    y: (b ?? 0) * x + (d ?? 1) * y + (f ?? 0),
  });
}

function placeText(content: Content, transform: number[]): Glyphs[] {
  const place = toTop(transform);
  return content.items.flatMap((item) => {
    if (!('str' in item) || item.str.trim() === '') return [];
    const [, , skew = 0, scale = 0, x = 0, y = 0]: number[] = item.transform;
    return {
      text: item.str,
      ...place(x, y),
      width: item.width,
      size: Math.hypot(skew, scale) || item.height,
      isRightToLeft: item.dir === 'rtl',
    };
  });
}

async function readPages(
  pdf: Pdf,
  onProgress: OnProgress,
  addScan: (page: PdfPage, hasText: boolean) => Promise<void>,
): Promise<Page[]> {
  const pages: Page[] = [];
  for (let number = 1; number <= pdf.numPages; number += 1) {
    onProgress({ done: number - 1, of: pdf.numPages, unit: 'page' });
    const page = await pdf.getPage(number);
    const content = await page.getTextContent();
    const { height, transform } = page.getViewport({ scale: 1 });
    const text = placeText(content, transform);
    const fields = placeFields(await page.getAnnotations(), toTop(transform), text);
    pages.push({ height, lines: unfoldColumns(toLines([...text, ...fields])) });
    const letters = text.reduce((sum, glyphs) => sum + glyphs.text.replaceAll(/\s/g, '').length, 0);
    if (letters < FEW_LETTERS && fields.length === 0) await addScan(page, letters > 0);
    page.cleanup();
  }
  onProgress({ done: pdf.numPages, of: pdf.numPages, unit: 'page' });
  return pages;
}

/** How wide the text of a page is. */
function widthOf(lines: Line[]): number {
  let [from, to] = [Infinity, 0];
  for (const { left, right } of lines.flatMap(({ segments }) => segments))
    [from, to] = [Math.min(from, left), Math.max(to, right)];
  return Math.max(to - from, 0);
}

/** Consecutive lines that are one heading, or the text below it. */
function groupByHeading(lines: Line[], depthOf: (line: Line) => number | null) {
  const groups: { depth: number | null; lines: Line[] }[] = [];
  for (const line of lines) {
    const last = groups.at(-1);
    const above = last?.lines.at(-1);
    const depth = depthOf(line);
    const isNear = above !== undefined && line.y > above.y && line.y - above.y <= HEADING_LINE * line.size;
    if (last && last.depth === depth && (depth === null || isNear)) last.lines.push(line);
    else groups.push({ depth, lines: [line] });
  }
  return groups;
}

/** Reads a PDF page by page, below its headings where their size gives them away. */
export async function readPdf(bytes: Uint8Array, title: string, onProgress: OnProgress): Promise<DocumentText> {
  checkEnd(bytes);
  const pdf = await open(bytes);
  if (pdf.numPages > MAX_PAGES) throw new DocumentRefusal('too_complex');
  const leftOut = createLeftOut();
  const scans: Scan[] = [];
  const addScan = async (page: PdfPage, hasText: boolean) => {
    // Those beyond the limit aren't even unpacked, so some of them may be empty.
    if (scans.length === MAX_SCANS) return leftOut.add('scans');
    const scan = await readScan(page, hasText);
    if (scan === 'unreadable') leftOut.add('scans');
    else if (scan) scans.push(scan);
  };
  const pages = withoutRepeats(await readPages(pdf, onProgress, addScan));
  const depthOf = findHeadings(pages.flat());
  const list = createSectionList();
  const outline = createOutline(list);
  const isSaid = createIsSaid(pages.flat().map(lineText));
  for (const [index, lines] of pages.entries()) {
    outline.moveTo({ page: index + 1 });
    const page = { isSaid, width: widthOf(lines) };
    for (const { depth, lines: block } of groupByHeading(lines, depthOf)) {
      if (depth === null) outline.addText(textOfLines(block, page));
      else outline.addHeading(depth, block.map(lineText).join(' '));
    }
  }
  outline.end();
  return {
    kind: 'pdf',
    title,
    unit: 'page',
    count: pages.length,
    sections: list.sections,
    leftOut: leftOut.counts,
    scans,
  };
}
