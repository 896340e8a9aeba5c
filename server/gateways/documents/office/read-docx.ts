import mammoth from 'mammoth';
import { oneLine } from '../text/decode-text.ts';
import { DocumentRefusal, type DocumentText } from '../reading.ts';
import { createOutline, createSectionList } from '../section-list.ts';
import { placeCells } from '../tables/merged-cells.ts';
import { describeRows } from '../tables/table-rows.ts';
import { repack } from './office-package.ts';
import { ITEM_MARK, prepareWord } from './word-text.ts';

/** The parts of mammoth's document that are read here. */
type Node = {
  type: string;
  children?: Node[];
  value?: string;
  styleName?: string | null;
  colSpan?: number;
  rowSpan?: number;
  noteType?: string;
  noteId?: string;
};
type Note = { noteType: string; noteId: string; body: Node[] };
type WordDocument = Node & { notes?: { resolve: (reference: Node) => Note | undefined } };

/** Built-in styles keep their English names in every language of Word. */
const HEADING_STYLE = /^heading ([1-9])$/i;
const TITLE_STYLE = /^title$/i;
/** A longer paragraph in the style of a heading is text. */
const MAX_HEADING = 200;
/** Word's maximum number of columns. */
const COLUMNS_MAX = 63;

/** Whether a paragraph begins with the mark of a list item. */
const isItem = (node: Node): boolean =>
  node.type === 'text'
    ? (node.value ?? '').startsWith(ITEM_MARK)
    : node.children?.[0] !== undefined && isItem(node.children[0]);

function headingDepth({ styleName }: Node): number | null {
  if (TITLE_STYLE.test(styleName ?? '')) return 1;
  const depth = HEADING_STYLE.exec(styleName ?? '')?.[1];
  return depth === undefined ? null : Number(depth);
}

/** The text of a paragraph or a cell, and of the notes that it refers to. */
function textOf(node: Node, word: WordDocument): string {
  switch (node.type) {
    case 'text':
      return (node.value ?? '').replace(ITEM_MARK, '');
    case 'tab':
      return '\t';
    case 'break':
      return '\n';
    case 'noteReference': {
      const note = word.notes?.resolve(node);
      return note ? ` (${oneLine(note.body.map((part) => textOf(part, word)).join(' '))})` : '';
    }
    case 'tableCell':
      return (node.children ?? []).map((child) => textOf(child, word)).join('\n');
    case 'table':
      return tableText(node, word);
    default:
      return (node.children ?? []).map((child) => textOf(child, word)).join('');
  }
}

function tableText(table: Node, word: WordDocument): string {
  const rows = (table.children ?? []).map(({ children = [] }) =>
    children.map((cell) => ({ text: textOf(cell, word), columns: cell.colSpan ?? 1, rows: cell.rowSpan ?? 1 })),
  );
  return describeRows(placeCells(rows, COLUMNS_MAX))
    .map(({ text }) => text)
    .join('\n');
}

async function openDocument(parts: Map<string, Uint8Array>): Promise<WordDocument> {
  let word: WordDocument | undefined;
  await mammoth.convertToHtml(
    { buffer: repack(parts) },
    {
      includeEmbeddedStyleMap: false,
      externalFileAccess: false,
      // Called with the whole document. No HTML is made of it, and no picture is read.
      transformDocument: (document: WordDocument) => {
        word = document;
        return { ...document, children: [] };
      },
    },
  );
  if (!word) throw new DocumentRefusal('broken');
  return word;
}

/**
 * Reads a Word file: its header, paragraphs, lists, tables and notes below their headings, and its footer. Hidden text
 * is left out.
 */
export async function readDocx(parts: Map<string, Buffer>, name: string): Promise<DocumentText> {
  const { parts: prepared, hidden, headers, footers } = prepareWord(parts);
  const word = await openDocument(prepared);
  const list = createSectionList();
  const outline = createOutline(list);
  let title: string | undefined;
  list.add([], {}, headers.join('\n'));
  for (const node of word.children ?? []) {
    const text = textOf(node, word);
    const depth = headingDepth(node);
    if (depth !== null && text.trim() !== '' && text.length <= MAX_HEADING) {
      if (depth === 1) title ??= oneLine(text);
      outline.addHeading(depth, text);
    } else outline.addText(node.type === 'table' ? `\n${text}\n` : isItem(node) ? text : `${text}\n`);
  }
  outline.end();
  list.add([], {}, footers.join('\n'));
  const { sections } = list;
  const leftOut = hidden > 0 ? { hidden_text: hidden } : {};
  return { kind: 'docx', title: title ?? name, unit: 'section', count: sections.length, sections, leftOut };
}
