/** Text on a page, placed from the bottom left corner of a Letter page, in points. */
export type PdfText = { text: string; x: number; y: number; size?: number };
type PdfOptions = {
  /** Entries of the catalog, of every page and of the trailer. */
  catalog?: string;
  page?: string;
  trailer?: string;
  /** Operators that draw something on every page. */
  drawing?: string;
  /** Further objects, whose numbers begin with 4. */
  objects?: string[];
};

const FIRST_EXTRA = 4;
const escaped = (text: string) => text.replaceAll(/[\\()]/g, String.raw`\$&`);
const stream = (content: string, dictionary = '') =>
  `<< /Length ${content.length} ${dictionary}>>\nstream\n${content}\nendstream`;

/** A PDF with these pages in Helvetica, as a word processor would write it, without compression. */
export function aPdf(
  pages: PdfText[][],
  { catalog = '', page = '', trailer = '', drawing = '', objects: extra = [] }: PdfOptions = {},
) {
  const firstPage = FIRST_EXTRA + extra.length;
  const kids = pages.map((_, index) => `${firstPage + index * 2} 0 R`).join(' ');
  const objects = [
    `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    ...extra,
    ...pages.flatMap((texts, index) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >> /Contents ${firstPage + index * 2 + 1} 0 R ${page} >>`,
      stream(
        [
          ...texts.map(({ text, x, y, size = 11 }) => `BT /F1 ${size} Tf ${x} ${y} Td (${escaped(text)}) Tj ET`),
          drawing,
        ].join('\n'),
      ),
    ]),
  ];
  let file = '%PDF-1.7\n';
  const offsets = objects.map((object, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  file += `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} /Root 1 0 R ${trailer} >>\nstartxref\n${file.length}\n%%EOF\n`;
  return Buffer.from(file, 'latin1');
}

/** Lines of text from the top of a page down. */
export const linesOfText = (lines: string[], { x = 72, top = 720, size = 11 } = {}): PdfText[] =>
  lines.map((text, index) => ({ text, x, y: top - index * size * 1.3, size }));
