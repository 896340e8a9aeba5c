import type { Outline } from '../section-list.ts';
import { describeRows, type Row } from '../tables/table-rows.ts';
import { oneLine } from './decode-text.ts';

const HEADING_MAX = 200;

/** Collects paragraphs and rows of tables in their order. */
export function createBody(outline: Outline) {
  let paragraph = '';
  let mark = '';
  let cells: string[] = [];
  let table: Row[] = [];
  let title: string | undefined;
  let isContinued: boolean[] = [];
  const endTable = () => {
    if (table.length > 0)
      outline.addText(
        `\n${describeRows(table)
          .map(({ text }) => text)
          .join('\n')}\n`,
      );
    table = [];
  };
  return {
    add: (text: string) => void (paragraph += text),
    addMark: (text: string) => void (mark += text),
    /** Begins a row; `isContinued` says which of its cells are merged with the one above. */
    startRow: () => void (isContinued = []),
    defineCell: (isMerged: boolean) => void isContinued.push(isMerged),
    endCell: () => {
      cells.push(isContinued[cells.length] ? (table.at(-1)?.cells[cells.length] ?? '') : paragraph);
      [paragraph, mark] = ['', ''];
    },
    endRow: () => {
      table.push({ row: table.length + 1, cells });
      cells = [];
    },
    endParagraph: (depth: number | null, isInTable: boolean) => {
      if (isInTable) {
        paragraph += '\n';
        return;
      }
      endTable();
      const label = mark.trim();
      const item = /[\p{L}\p{N}]/u.test(label) ? label : '-';
      const text = label === '' ? paragraph : `${item} ${paragraph}`;
      if (depth !== null && text.trim() !== '' && text.length <= HEADING_MAX) {
        if (depth === 1) title ??= oneLine(text);
        outline.addHeading(depth, text);
      } else outline.addText(label === '' ? `${text}\n` : text);
      [paragraph, mark] = ['', ''];
    },
    end: () => {
      if (paragraph.trim() !== '') outline.addText(paragraph);
      endTable();
      return title;
    },
  };
}
