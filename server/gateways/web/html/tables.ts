import { collectElements, isElement, type HtmlElement } from './dom.ts';

const ROWS_MAX = 2_000;
const COLUMNS_MAX = 40;
/** A table inside a table is for layout, and so is a cell with this much text. */
const CELL_MAX = 2_000;

type Row = { cells: { text: string; isHeader: boolean }[]; isInHead: boolean };

const elementsIn = (element: HtmlElement, names: string[]) =>
  element.childNodes.filter(isElement).filter(({ localName }) => names.includes(localName));

const spanOf = (cell: HtmlElement, name: 'colspan' | 'rowspan', max: number) =>
  Math.min(Math.max(Number(cell.getAttribute(name)) || 1, 1), max);

function rowsOf(table: HtmlElement, textOf: (cell: HtmlElement) => string): Row[] {
  const parts = [table, ...elementsIn(table, ['thead', 'tbody', 'tfoot'])];
  return parts.flatMap((part) => {
    /** The cell that extends into each column from a row above, and for how many more rows. */
    const reaching: { cell: HtmlElement; rows: number }[] = [];
    return elementsIn(part, ['tr']).map((row) => {
      const cells: { cell: HtmlElement; isHeader: boolean }[] = [];
      const add = (cell: HtmlElement) => cells.push({ cell, isHeader: cell.localName === 'th' });
      const addReaching = () => {
        for (let above = reaching[cells.length]; above && above.rows > 0; above = reaching[cells.length]) {
          above.rows -= 1;
          add(above.cell);
        }
      };
      for (const cell of elementsIn(row, ['td', 'th'])) {
        addReaching();
        const rows = spanOf(cell, 'rowspan', ROWS_MAX) - 1;
        for (let span = spanOf(cell, 'colspan', COLUMNS_MAX); span > 0 && cells.length < COLUMNS_MAX; span -= 1) {
          if (rows > 0) reaching[cells.length] = { cell, rows };
          add(cell);
        }
      }
      addReaching();
      const read = new Map<HtmlElement, string>();
      return {
        isInHead: part.localName === 'thead',
        cells: cells.slice(0, COLUMNS_MAX).map(({ cell, isHeader }) => {
          const text = read.get(cell) ?? textOf(cell);
          read.set(cell, text);
          return { text, isHeader };
        }),
      };
    });
  });
}

/**
 * The lines of a table, each with the names of its columns: "Size: Large | Price: $34". A passage with a single row still says what its
 * figures are. `null` if the table is only there for layout.
 */
export function tableLines(table: HtmlElement, textOf: (cell: HtmlElement) => string): string[] | null {
  if (['presentation', 'none'].includes(table.getAttribute('role') ?? '')) return null;
  if (collectElements(table, ['table']).table.length > 0) return null;
  const rows = rowsOf(table, textOf)
    .slice(0, ROWS_MAX)
    .filter(({ cells }) => cells.some(({ text }) => text !== ''));
  if (rows.some(({ cells }) => cells.some(({ text }) => text.length > CELL_MAX))) return null;
  const [first, ...rest] = rows;
  if (!first) return [];
  const hasHeader = first.isInHead || (rest.length > 0 && first.cells.every(({ isHeader }) => isHeader));
  const names = hasHeader ? first.cells.map(({ text }) => text) : [];
  const named = (text: string, column: number) => {
    const name = names[column] ?? '';
    return name === '' || name === text ? text : `${name}: ${text}`;
  };
  const lines = (hasHeader ? rest : rows).filter(({ isInHead }) => !(hasHeader && isInHead));
  // A row of two cells that begins with a name reads like an entry of a list.
  return lines.map(({ cells }) => {
    const [label, value] = cells;
    if (!hasHeader && cells.length === 2 && label?.isHeader && value) return `${label.text}: ${value.text}`;
    return cells
      .map(({ text }, column) => (text === '' ? '' : named(text, column)))
      .filter((text, column, all) => text !== '' && text !== all[column - 1])
      .join(' | ');
  });
}
