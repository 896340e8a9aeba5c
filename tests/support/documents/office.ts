import { strToU8, zipSync } from 'fflate';

type Parts = Record<string, string | Uint8Array>;
const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

export const aZip = (parts: Parts): Buffer =>
  Buffer.from(
    zipSync(
      Object.fromEntries(
        Object.entries(parts).map(([name, part]) => [name, typeof part === 'string' ? strToU8(part) : part]),
      ),
    ),
  );
const contentTypes = (main: string, type: string) =>
  `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="${main}" ContentType="${type}"/></Types>`;
const relationships = (list: { id: string; type: string; target: string; mode?: string }[]) =>
  `${XML}<Relationships xmlns="${PACKAGE}/relationships">${list.map(({ id, type, target, mode }) => `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"${mode ? ` TargetMode="${mode}"` : ''}/>`).join('')}</Relationships>`;

const DOCX_TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';
/** The built-in styles as a German Word writes them: ids are translated, names aren't. */
const DOCX_STYLES = `${XML}<w:styles xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:style w:type="paragraph" w:styleId="Titel"><w:name w:val="Title"/></w:style><w:style w:type="paragraph" w:styleId="berschrift1"><w:name w:val="heading 1"/></w:style><w:style w:type="paragraph" w:styleId="berschrift2"><w:name w:val="heading 2"/></w:style></w:styles>`;

export const paragraph = (text: string, style?: string): string =>
  `<w:p>${style ? `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>` : ''}<w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`;
export const table = (rows: string[][]): string =>
  `<w:tbl>${rows.map((cells) => `<w:tr>${cells.map((cell) => `<w:tc>${paragraph(cell)}</w:tc>`).join('')}</w:tr>`).join('')}</w:tbl>`;

/** A Word file with this body, and other parts beside it. */
export const aDocx = (
  body: string,
  { parts = {}, type = DOCX_TYPE, prolog = '' }: { parts?: Parts; type?: string; prolog?: string } = {},
) =>
  aZip({
    '[Content_Types].xml': contentTypes('/word/document.xml', type),
    '_rels/.rels': relationships([{ id: 'rId1', type: 'officeDocument', target: 'word/document.xml' }]),
    'word/document.xml': `${XML}${prolog}<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="${OFFICE}"><w:body>${body}</w:body></w:document>`,
    'word/styles.xml': DOCX_STYLES,
    'word/_rels/document.xml.rels': relationships([{ id: 'rId1', type: 'styles', target: 'styles.xml' }]),
    ...parts,
  });

const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml';
/** Styles: 0 general, 1 US dollars, 2 percent, 3 date, 4 euros behind the number, 5 a unit, 6 date and time, 7 accounting. */
const XLSX_STYLES = `${XML}<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><numFmts count="4"><numFmt numFmtId="164" formatCode="&quot;$&quot;#,##0.00"/><numFmt numFmtId="165" formatCode="#,##0.00\\ [$€-407]"/><numFmt numFmtId="166" formatCode="0&quot; cm&quot;"/><numFmt numFmtId="167" formatCode="_(&quot;$&quot;* #,##0.00_);_(&quot;$&quot;* \\(#,##0.00\\);_(&quot;$&quot;* &quot;-&quot;??_);_(@_)"/></numFmts><cellXfs count="8"><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="9"/><xf numFmtId="14"/><xf numFmtId="165"/><xf numFmtId="166"/><xf numFmtId="22"/><xf numFmtId="167"/></cellXfs></styleSheet>`;

/** A cell: a text, a number, a number with a style, or XML. */
export type Cell = string | number | null | { value: number; style: number } | { xml: string };
const column = (index: number): string =>
  index < 26 ? String.fromCodePoint(65 + index) : `${column(Math.floor(index / 26) - 1)}${column(index % 26)}`;
function cellXml(cell: Cell, at: string): string {
  if (cell === null) return '';
  if (typeof cell === 'string') return `<c r="${at}" t="inlineStr"><is><t>${cell}</t></is></c>`;
  if (typeof cell === 'number') return `<c r="${at}"><v>${cell}</v></c>`;
  return 'xml' in cell ? cell.xml : `<c r="${at}" s="${cell.style}"><v>${cell.value}</v></c>`;
}
export const sheetXml = (rows: Cell[][]): string =>
  `${XML}<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><dimension ref="A1:XFD1048576"/><sheetData>${rows.map((cells, row) => `<row r="${row + 1}">${cells.map((cell, index) => cellXml(cell, `${column(index)}${row + 1}`)).join('')}</row>`).join('')}</sheetData></worksheet>`;

/** An Excel file with these sheets, given as rows or as XML. */
export function anXlsx(
  sheets: Record<string, Cell[][] | string>,
  { parts = {}, type = XLSX_TYPE }: { parts?: Parts; type?: string } = {},
) {
  const all = Object.entries(sheets);
  return aZip({
    '[Content_Types].xml': contentTypes('/xl/workbook.xml', type),
    '_rels/.rels': relationships([{ id: 'rId1', type: 'officeDocument', target: 'xl/workbook.xml' }]),
    'xl/workbook.xml': `${XML}<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="${OFFICE}"><sheets>${all.map(([name], index) => `<sheet name="${name}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`).join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relationships([
      ...all.map((_, index) => ({
        id: `rId${index + 1}`,
        type: 'worksheet',
        target: `worksheets/sheet${index + 1}.xml`,
      })),
      { id: 'rStyles', type: 'styles', target: 'styles.xml' },
    ]),
    'xl/styles.xml': XLSX_STYLES,
    ...Object.fromEntries(
      all.map(([, rows], index) => [
        `xl/worksheets/sheet${index + 1}.xml`,
        typeof rows === 'string' ? rows : sheetXml(rows),
      ]),
    ),
    ...parts,
  });
}
