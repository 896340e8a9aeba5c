import readSheets from 'read-excel-file/universal';
import { MAX_CELLS, MAX_ROWS } from '../limits.ts';
import { DocumentRefusal, type DocumentText, type OnProgress } from '../reading.ts';
import { createLeftOut, createSectionList, type LeftOutCount } from '../section-list.ts';
import { fillMerged } from '../tables/merged-cells.ts';
import { describeRows, type Row } from '../tables/table-rows.ts';
import { readNumberFormats, withoutNoise, writeOutNumbers } from './number-formats.ts';
import { repack } from './office-package.ts';
import { readSheetLayout, readWorkbook, withoutPrefixes, type SheetLayout, type Workbook } from './sheet-layout.ts';

const STYLES = 'xl/styles.xml';

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

type Prepared = { parts: Map<string, Buffer>; layouts: (SheetLayout | null)[] };

/** The parts with their numbers written out. Refuses more cells than can be read in one go before the library sees any. */
function prepare(parts: Map<string, Buffer>, { sheets, is1904 }: Workbook, leftOut: LeftOutCount): Prepared {
  const formats = readNumberFormats(parts.get(STYLES)?.toString() ?? '', { is1904 });
  const hidden = new Set(sheets.filter(({ isHidden }) => isHidden).map(({ part }) => part));
  const prepared = new Map(parts);
  let cells = 0;
  for (const [name, part] of parts) {
    if (!/^xl\/worksheets\/[^/]+\.xml$/.test(name)) continue;
    const written = writeOutNumbers(part.toString(), formats, (isUncalculated) => {
      if (isUncalculated && !hidden.has(name)) leftOut.add('formulas');
      cells += 1;
      if (cells > MAX_CELLS) throw new DocumentRefusal('too_complex');
    });
    prepared.set(name, Buffer.from(written));
  }
  const layouts = sheets.map(({ isHidden, part }) =>
    isHidden ? null : readSheetLayout(parts.get(part)?.toString() ?? ''),
  );
  return { parts: prepared, layouts };
}

const hasValue = (cells: string[]) => cells.some((cell) => cell !== '');

/** The rows that a sheet shows. */
function shownRows(
  data: unknown[][],
  { hiddenRows, isHiddenColumn, merges }: SheetLayout,
  leftOut: LeftOutCount,
): Row[] {
  const rows = data
    .map((cells, index) => ({ row: index + 1, cells: cells.map(describeCell) }))
    .filter(({ cells }) => hasValue(cells));
  const hiddenColumns = new Set<number>();
  for (const { cells } of rows)
    for (const [column, cell] of cells.entries()) if (cell !== '' && isHiddenColumn(column)) hiddenColumns.add(column);
  leftOut.add('hidden_columns', hiddenColumns.size);
  const shown: Row[] = [];
  let hiddenAbove = 0;
  for (const { row, cells } of fillMerged(rows, merges)) {
    const visible = cells.map((cell, column) => (hiddenColumns.has(column) ? '' : cell));
    if (hiddenRows.has(row)) {
      hiddenAbove += 1;
      leftOut.add('hidden_rows');
    } else if (hasValue(visible)) {
      shown.push({ row, cells: visible, hiddenAbove });
      hiddenAbove = 0;
    }
  }
  return shown;
}

/**
 * Reads every sheet of an Excel file that is shown, row by row, without hidden rows and columns. Formulas have the
 * values that Excel saved with them; nothing is calculated.
 */
export async function readXlsx(
  packageParts: Map<string, Buffer>,
  title: string,
  onProgress: OnProgress,
): Promise<DocumentText> {
  const leftOut = createLeftOut();
  const parts = withoutPrefixes(packageParts);
  const { parts: prepared, layouts } = prepare(parts, readWorkbook(parts), leftOut);
  const packed = repack(prepared);
  const sheets = await readSheets(Uint8Array.from(packed).buffer);
  const list = createSectionList();
  let rowCount = 0;
  for (const [index, { sheet, data = [] }] of sheets.entries()) {
    onProgress({ done: index, of: sheets.length, unit: 'sheet' });
    // A sheet is hidden only where the workbook says so.
    const { [index]: layout = readSheetLayout('') } = layouts;
    if (layout === null) {
      if (data.some((cells) => cells.some((cell) => cell !== null && cell !== ''))) leftOut.add('hidden_sheets');
      continue;
    }
    const rows = shownRows(data, layout, leftOut);
    rowCount += rows.length;
    if (rowCount > MAX_ROWS) throw new DocumentRefusal('too_complex');
    for (const { row, path, text } of describeRows(rows)) list.add([sheet, ...path], { sheet, row }, text);
  }
  onProgress({ done: sheets.length, of: sheets.length, unit: 'sheet' });
  const shown = sheets.length - (leftOut.counts.hidden_sheets ?? 0);
  return { kind: 'xlsx', title, unit: 'sheet', count: shown, sections: list.sections, leftOut: leftOut.counts };
}
