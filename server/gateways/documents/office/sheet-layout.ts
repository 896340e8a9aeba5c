import type { Merge } from '../tables/merged-cells.ts';
import { attribute } from './number-formats.ts';

const WORKBOOK = 'xl/workbook.xml';
const RELATIONSHIPS = 'xl/_rels/workbook.xml.rels';

const MAIN_NAMESPACE = /xmlns:([\w.-]+)="[^"]*\/spreadsheetml\/(?:2006\/)?main"/;
/** The root's start tag is within these bytes. */
const ROOT_BYTES = 4_096;

/** The parts without prefixes on element names: .NET's Open XML writes `<x:sheet>` for `<sheet>`. */
export function withoutPrefixes(parts: Map<string, Buffer>): Map<string, Buffer> {
  const bare = new Map(parts);
  for (const [name, part] of parts) {
    const [, prefix] = MAIN_NAMESPACE.exec(part.toString('utf8', 0, ROOT_BYTES)) ?? [];
    if (prefix === undefined || !name.endsWith('.xml')) continue;
    const xml = part.toString().replaceAll(`<${prefix}:`, '<').replaceAll(`</${prefix}:`, '</');
    bare.set(name, Buffer.from(xml));
  }
  return bare;
}

/** The tags with this name. Takes a single pass, whatever the text. */
function tagsIn(xml: string, name: string): string[] {
  const tags: string[] = [];
  const start = `<${name}`;
  for (let at = xml.indexOf(start), end = 0; at !== -1; at = xml.indexOf(start, end)) {
    end = at + start.length;
    // `<col>` and `<cols>` begin in the same way.
    if (!/\s/.test(xml.charAt(end))) continue;
    end = xml.indexOf('>', end);
    if (end === -1) break;
    tags.push(xml.slice(at, end + 1));
  }
  return tags;
}
const isTrue = (value: string | undefined) => value === '1' || value === 'true';

export type Workbook = {
  /** Whether days are counted from 1904, as old Mac versions do. */
  is1904: boolean;
  /** In the order of the tabs. `part` is the name of the sheet's part in the package. */
  sheets: { isHidden: boolean; part: string }[];
};

/**
 * The sheets of a workbook. Excel hides them in two ways: one that people can undo in its menu, and one that only
 * macros can.
 */
export function readWorkbook(parts: Map<string, Buffer>): Workbook {
  const workbook = parts.get(WORKBOOK)?.toString() ?? '';
  const targets = new Map(
    tagsIn(parts.get(RELATIONSHIPS)?.toString() ?? '', 'Relationship').map((tag) => [
      attribute(tag, 'Id'),
      attribute(tag, 'Target') ?? '',
    ]),
  );
  return {
    is1904: tagsIn(workbook, 'workbookPr').some((tag) => isTrue(attribute(tag, 'date1904'))),
    sheets: tagsIn(workbook, 'sheet').map((tag) => {
      const target = targets.get(attribute(tag, 'id')) ?? '';
      return {
        isHidden: ['hidden', 'veryHidden'].includes(attribute(tag, 'state') ?? ''),
        part: target.startsWith('/') ? target.slice(1) : `xl/${target}`,
      };
    }),
  };
}

export type SheetLayout = { hiddenRows: Set<number>; isHiddenColumn: (column: number) => boolean; merges: Merge[] };

const CELL = /^([A-Z]{1,3})(\d{1,7})$/;
/** `B3` as row 3 and column 1. */
function parseCell(reference = ''): { row: number; column: number } | null {
  const [, letters, row] = CELL.exec(reference) ?? [];
  if (letters === undefined) return null;
  const column = [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
  return { row: Number(row), column };
}

function parseMerge(tag: string): Merge[] {
  const [first, last] = (attribute(tag, 'ref') ?? '').split(':').map(parseCell);
  if (!first || !last) return [];
  return [{ ...first, rows: last.row - first.row + 1, columns: last.column - first.column + 1 }];
}

/** What a sheet hides and merges. Rows are numbered from 1, columns from 0. */
export function readSheetLayout(sheet: string): SheetLayout {
  const [head = ''] = sheet.split('<sheetData', 1);
  const hiddenColumns = tagsIn(head, 'col')
    .filter((tag) => isTrue(attribute(tag, 'hidden')))
    .map((tag) => ({ from: Number(attribute(tag, 'min')) - 1, to: Number(attribute(tag, 'max')) - 1 }));
  const hiddenRows = tagsIn(sheet, 'row')
    .filter((tag) => isTrue(attribute(tag, 'hidden')))
    .map((tag) => Number(attribute(tag, 'r')));
  return {
    hiddenRows: new Set(hiddenRows),
    isHiddenColumn: (column) => hiddenColumns.some(({ from, to }) => column >= from && column <= to),
    merges: tagsIn(sheet, 'mergeCell').flatMap(parseMerge),
  };
}
