import readSheets from 'read-excel-file/universal';
import { MAX_CELLS, MAX_ROWS } from '../limits.ts';
import { DocumentRefusal, type DocumentText, type OnProgress } from '../reading.ts';
import { createSectionList } from '../section-list.ts';
import { describeRows } from '../table-rows.ts';
import { readNumberFormats, withoutNoise, writeOutNumbers } from './number-formats.ts';
import { repack } from './office-package.ts';

const STYLES = 'xl/styles.xml';
const IS_SHEET = /^xl\/worksheets\/[^/]+\.xml$/;
/** A date as text. One without a time is midnight, and a time without a date lies before Excel's first day. */
function describeDate(date: Date): string {
  if (Number.isNaN(date.getTime())) return '';
  const [day = '', time = ''] = date.toISOString().slice(0, 16).split('T');
  if (date.getUTCFullYear() < 1900) return time;
  return time === '00:00' ? day : `${day} ${time}`;
}

function describeCell(value: unknown): string {
  if (value instanceof Date) return describeDate(value);
  if (typeof value === 'number') return String(withoutNoise(value));
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'string' ? value : '';
}

/** The parts with their numbers written out. Refuses more cells than can be read in one go before the library sees any. */
function prepare(parts: Map<string, Buffer>): Map<string, Buffer> {
  const formats = readNumberFormats(parts.get(STYLES)?.toString() ?? '');
  let cells = 0;
  const countCell = () => {
    cells += 1;
    if (cells > MAX_CELLS) throw new DocumentRefusal('too_complex');
  };
  return new Map(
    [...parts].map(([name, part]) => [
      name,
      IS_SHEET.test(name) ? Buffer.from(writeOutNumbers(part.toString(), formats, countCell)) : part,
    ]),
  );
}

/** Reads every sheet of an Excel file, row by row. Formulas have the values that Excel saved with them; nothing is calculated. */
export async function readXlsx(
  parts: Map<string, Buffer>,
  title: string,
  onProgress: OnProgress,
): Promise<DocumentText> {
  const packed = repack(prepare(parts));
  const sheets = await readSheets(Uint8Array.from(packed).buffer);
  const list = createSectionList();
  let rowCount = 0;
  for (const [index, { sheet, data = [] }] of sheets.entries()) {
    onProgress({ done: index, of: sheets.length, unit: 'sheet' });
    const rows = data
      .map((cells, row) => ({ row: row + 1, cells: cells.map(describeCell) }))
      .filter(({ cells }) => cells.some((cell) => cell !== ''));
    rowCount += rows.length;
    if (rowCount > MAX_ROWS) throw new DocumentRefusal('too_complex');
    for (const { row, path, text } of describeRows(rows)) list.add([sheet, ...path], { sheet, row }, text);
  }
  onProgress({ done: sheets.length, of: sheets.length, unit: 'sheet' });
  return { kind: 'xlsx', title, unit: 'sheet', count: sheets.length, sections: list.sections };
}
