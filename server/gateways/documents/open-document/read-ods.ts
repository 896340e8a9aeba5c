import { attributeOf, isElement, parseElements, type XmlElement } from '../office/xml.ts';
import { MAX_CELLS, MAX_ROWS } from '../limits.ts';
import { DocumentRefusal, type DocumentText, type OnProgress } from '../reading.ts';
import { createLeftOut, createSectionList } from '../section-list.ts';
import { fillMerged, type Merge } from '../tables/merged-cells.ts';
import { describeRows, type Row } from '../tables/table-rows.ts';
import { readStyles } from './styles.ts';

/** Columns beyond these are empty in any sheet that people made. */
const COLUMNS_MAX = 1_024;

type Sheet = { name: string; isHidden: boolean; hiddenColumns: Set<number>; rows: Row[]; merges: Merge[] };

const repeatOf = (element: XmlElement, name: string, max: number) =>
  Math.min(Math.max(Number(attributeOf(element, name)) || 1, 1), max);

function textOf(element: XmlElement): string {
  return element.children
    .map((child) => {
      if (!isElement(child)) return child;
      if (child.name === 'office:annotation') return '';
      if (child.name === 'text:s') return ' ';
      return child.name === 'text:p' ? `${textOf(child)}\n` : textOf(child);
    })
    .join('');
}

/** Whether a date is shown with its month as a number before or after the day, so that it could be misread. */
const IS_MISREADABLE = /^\d{1,2}[-/ ]\d{1,2}[-/ ]\d{2,4}|^\d{1,2}\.\d{1,2}\.\d{2}(?!\d)/;

/** A cell as it is shown. The program saves its text beside the value, except in files that other programs made. */
function describeCell(cell: XmlElement): string {
  const shown = textOf(cell).trim();
  const [day = '', time = ''] = attributeOf(cell, 'office:date-value').slice(0, 16).split('T');
  if (day !== '' && (shown === '' || IS_MISREADABLE.test(shown)))
    return time === '' || time === '00:00' ? day : `${day} ${time}`;
  if (shown !== '') return shown;
  return attributeOf(cell, 'office:string-value') || attributeOf(cell, 'office:value');
}

/** Reads the sheets of an OpenDocument spreadsheet that are shown, row by row, without hidden rows and columns. */
export function readOds(parts: Map<string, Buffer>, title: string, onProgress: OnProgress): DocumentText {
  const { hidden } = readStyles(parts);
  const leftOut = createLeftOut();
  const sheets: Sheet[] = [];
  let [row, column, cellCount, rowCount, hiddenAbove] = [0, 0, 0, 0, 0];

  function readCells(element: XmlElement, sheet: Sheet): string[] {
    const cells: string[] = [];
    for (const cell of element.children.filter(isElement)) {
      const repeated = repeatOf(cell, 'table:number-columns-repeated', COLUMNS_MAX);
      const text = cell.name === 'table:table-cell' ? describeCell(cell) : '';
      const columns = repeatOf(cell, 'table:number-columns-spanned', COLUMNS_MAX);
      const rows = repeatOf(cell, 'table:number-rows-spanned', MAX_ROWS);
      if (text !== '') {
        cellCount += repeated;
        if (columns > 1 || rows > 1) sheet.merges.push({ row, column: cells.length, rows, columns });
      }
      // A formula whose result is an empty text has a type, too.
      if (attributeOf(cell, 'table:formula') !== '' && attributeOf(cell, 'office:value-type') === '')
        leftOut.add('formulas');
      for (let at = 0; at < repeated && cells.length < COLUMNS_MAX; at += 1) cells.push(text);
    }
    if (cellCount > MAX_CELLS) throw new DocumentRefusal('too_complex');
    return cells;
  }

  function addRow(element: XmlElement): void {
    const sheet = sheets.at(-1);
    if (!sheet) return;
    const repeated = repeatOf(element, 'table:number-rows-repeated', Infinity);
    row += 1;
    const cells = readCells(element, sheet);
    const isFilled = cells.some((cell) => cell !== '');
    const isHidden = ['collapse', 'filter'].includes(attributeOf(element, 'table:visibility'));
    if (isFilled) rowCount += repeated;
    if (rowCount > MAX_ROWS || (isFilled && (cellCount += cells.length * (repeated - 1)) > MAX_CELLS))
      throw new DocumentRefusal('too_complex');
    if (isHidden) {
      hiddenAbove += repeated;
      if (isFilled && !sheet.isHidden) leftOut.add('hidden_rows', repeated);
    } else if (isFilled) {
      for (let at = 0; at < repeated; at += 1)
        sheet.rows.push({ row: row + at, cells, hiddenAbove: at === 0 ? hiddenAbove : 0 });
      hiddenAbove = 0;
    }
    row += repeated - 1;
  }

  parseElements(parts.get('content.xml')?.toString() ?? '', ['table:table-row'], addRow, (name, attributes) => {
    if (name === 'table:table') {
      const isHidden = hidden.has(attributes['table:style-name'] ?? '');
      sheets.push({ name: attributes['table:name'] ?? '', isHidden, hiddenColumns: new Set(), rows: [], merges: [] });
      [row, column, hiddenAbove] = [0, 0, 0];
    } else if (name === 'table:table-column') {
      const repeated = Math.min(Number(attributes['table:number-columns-repeated']) || 1, COLUMNS_MAX);
      const isHidden = ['collapse', 'filter'].includes(attributes['table:visibility'] ?? '');
      if (isHidden) for (let at = 0; at < repeated; at += 1) sheets.at(-1)?.hiddenColumns.add(column + at);
      column += repeated;
    }
  });

  const list = createSectionList();
  const shown = sheets.filter(({ isHidden }) => !isHidden);
  leftOut.add('hidden_sheets', sheets.filter(({ isHidden, rows }) => isHidden && rows.length > 0).length);
  for (const [index, { name, rows, merges, hiddenColumns }] of shown.entries()) {
    onProgress({ done: index, of: shown.length, unit: 'sheet' });
    for (const at of hiddenColumns)
      if (rows.some(({ cells }) => (cells[at] ?? '') !== '')) leftOut.add('hidden_columns');
    const visible = fillMerged(rows, merges).map((one) => ({
      ...one,
      cells: one.cells.map((cell, at) => (hiddenColumns.has(at) ? '' : cell)),
    }));
    for (const one of describeRows(visible)) list.add([name, ...one.path], { sheet: name, row: one.row }, one.text);
  }
  onProgress({ done: shown.length, of: shown.length, unit: 'sheet' });
  return { kind: 'ods', title, unit: 'sheet', count: shown.length, sections: list.sections, leftOut: leftOut.counts };
}
