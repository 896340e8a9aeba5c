import { DocumentRefusal, type DocumentText } from '../reading.ts';
import { createOutline, createSectionList } from '../section-list.ts';
import { createBody } from './rtf-body.ts';

const TOKEN = /\\([a-z]{1,32})(-?\d{1,10})? ?|\\'([0-9a-f]{2})|\\([^a-z])|[{}]|[\r\n]+|[^\\{}\r\n]+/giy;
const DEPTH_MAX = 1_000;
/** Groups whose text isn't the document's. Those marked with an asterisk are skipped as well, apart from text boxes. */
const SKIPPED =
  /^(?:colortbl|info|pict|object|fldinst|filetbl|listtable|listoverridetable|revtbl|sp|shprslt|nonshppict|themedata|xe|tc|bkmkstart|bkmkend|annotation|atnid|atnauthor)$/;
const HEADER = /^header[lrf]?$/;
const FOOTER = /^footer[lrf]?$/;
/** What stands for the cells of a table outside of the body. */
const CELL_ENDS: Record<string, string> = { cell: '\t', nestcell: '\t', row: '\n' };
const TABLE = /^(?:trowd|clvmrg|cellx)$/;
const CHARACTERS: Record<string, string> = {
  tab: '\t',
  line: '\n',
  emdash: '—',
  endash: '–',
  bullet: '•',
  lquote: '‘',
  rquote: '’',
  ldblquote: '“',
  rdblquote: '”',
  emspace: ' ',
  enspace: ' ',
  '~': ' ',
  _: '-',
};
/** The encodings of fonts by RTF's number for each, and those of code pages that aren't named windows-NNNN. */
const FONT_PAGES: Record<number, number> = {
  77: 10_000,
  128: 932,
  129: 949,
  134: 936,
  136: 950,
  161: 1253,
  162: 1254,
  163: 1258,
  177: 1255,
  178: 1256,
  186: 1257,
  204: 1251,
  222: 874,
  238: 1250,
};
const PAGE_NAMES: Record<number, string> = {
  932: 'shift_jis',
  936: 'gbk',
  949: 'euc-kr',
  950: 'big5',
  10_000: 'macintosh',
  65_001: 'utf-8',
};

function decodeBytes(bytes: number[], page: number): string {
  try {
    return new TextDecoder(PAGE_NAMES[page] ?? `windows-${page}`).decode(Uint8Array.from(bytes));
  } catch {
    return new TextDecoder('windows-1252').decode(Uint8Array.from(bytes)); // a page of MS-DOS
  }
}

type Into = 'body' | 'mark' | 'header' | 'footer' | 'fonts' | 'styles' | 'nothing';
type Group = {
  into: Into;
  isHidden: boolean;
  isDeleted: boolean;
  page: number;
  skippedPerCode: number;
  isNote: boolean;
  style: number;
  outlineLevel: number;
  isInTable: boolean;
};

/** Reads an RTF file: its header, paragraphs, lists and tables below their headings, and its footer. */
export function readRtf(bytes: Uint8Array, name: string): DocumentText {
  const rtf = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  const list = createSectionList();
  const outline = createOutline(list);
  const body = createBody(outline);
  const margins = { header: '', footer: '' };
  const fontPages = new Map<number, number>();
  const styleDepths = new Map<number, number>();
  const groups: Group[] = [];
  let group: Group = {
    into: 'body',
    isHidden: false,
    isDeleted: false,
    page: 1252,
    skippedPerCode: 1,
    isNote: false,
    style: 0,
    outlineLevel: -1,
    isInTable: false,
  };
  let [ansiPage, font, toSkip, hidden] = [1252, 0, 0, 0];
  let [isMerged, isStarred, wasHidden] = [false, false, false];
  let pending: number[] = [];

  function write(text: string): void {
    const { into, isHidden, isDeleted } = group;
    if (into === 'styles') {
      const [, depth] = /heading ([1-9])/i.exec(text) ?? [];
      if (depth !== undefined) styleDepths.set(group.style, Number(depth));
      else if (/^\s*title\s*;/i.test(text)) styleDepths.set(group.style, 1);
    }
    if (into === 'nothing' || into === 'fonts' || into === 'styles' || isDeleted || text === '') return;
    if (isHidden && !wasHidden && text.trim() !== '') hidden += 1;
    wasHidden = isHidden;
    if (isHidden) return;
    if (into === 'body') body.add(text);
    else if (into === 'mark') body.addMark(text);
    else margins[into] += text;
  }
  function writePending(): void {
    if (pending.length > 0) write(decodeBytes(pending, group.page));
    pending = [];
  }
  function writeText(text: string): void {
    const rest = text.slice(toSkip);
    toSkip = Math.max(0, toSkip - text.length);
    if (!/\P{ASCII}/u.test(rest)) {
      writePending();
      write(rest);
    } else for (const character of rest) pending.push(character.charCodeAt(0));
  }
  function endGroup(): void {
    writePending();
    if (group.isNote) write(')');
    group = groups.pop() ?? group;
  }
  const endParagraph = () => {
    if (group.into === 'header' || group.into === 'footer') margins[group.into] += '\n';
    else if (groups.some(({ isNote }) => isNote) || group.isNote) write(' ');
    else if (group.into === 'body') {
      const { style, outlineLevel, isInTable } = group;
      const level = styleDepths.get(style) ?? (outlineLevel >= 0 && outlineLevel < 9 ? outlineLevel + 1 : null);
      body.endParagraph(level, isInTable);
    }
  };

  function control(word: string, value: number | undefined): void {
    const number = value ?? 1;
    if (isStarred && word !== 'shpinst') group.into = 'nothing';
    isStarred = false;
    if (group.into === 'nothing') return;
    const margin = group.into === 'header' || group.into === 'footer' ? group.into : null;
    if (CHARACTERS[word] !== undefined) return write(CHARACTERS[word] ?? '');
    if (SKIPPED.test(word)) group.into = 'nothing';
    else if (word === 'fonttbl') group.into = 'fonts';
    else if (word === 'stylesheet') group.into = 'styles';
    else if (HEADER.test(word)) group.into = 'header';
    else if (FOOTER.test(word)) group.into = 'footer';
    else if (word === 'listtext' || word === 'pntext') group.into = 'mark';
    else if (word === 'footnote') {
      write(' (');
      group.isNote = true;
    } else if (margin !== null && CELL_ENDS[word] !== undefined) margins[margin] += CELL_ENDS[word];
    else if (margin !== null && TABLE.test(word)) return;
    else if (word === 'par' || word === 'sect' || word === 'page') endParagraph();
    else if (word === 'cell' || word === 'nestcell') body.endCell();
    else if (word === 'row') body.endRow();
    else if (word === 'trowd') body.startRow();
    else if (word === 'clvmrg') isMerged = true;
    else if (word === 'cellx') {
      body.defineCell(isMerged);
      isMerged = false;
    } else if (word === 'intbl') group.isInTable = true;
    else if (word === 'pard' && group.into === 'mark') return;
    else if (word === 'pard') [group.style, group.outlineLevel, group.isInTable] = [0, -1, false];
    else if (word === 's') group.style = number;
    else if (word === 'outlinelevel') group.outlineLevel = number;
    else if (word === 'v') group.isHidden = number !== 0;
    else if (word === 'deleted') group.isDeleted = number !== 0;
    else if (word === 'plain') [group.isHidden, group.isDeleted, group.page] = [false, false, ansiPage];
    else if (word === 'ansicpg') [ansiPage, group.page] = [number, number];
    else if (word === 'mac') [ansiPage, group.page] = [10_000, 10_000];
    else if (word === 'uc') group.skippedPerCode = Math.max(0, value ?? 1);
    else if (word === 'f' && group.into === 'fonts') font = number;
    else if (word === 'f') group.page = fontPages.get(number) ?? ansiPage;
    else if (word === 'fcharset' && FONT_PAGES[number]) fontPages.set(font, FONT_PAGES[number] ?? ansiPage);
    else if (word === 'u') {
      write(String.fromCharCode(number < 0 ? number + 0x10000 : number));
      toSkip = group.skippedPerCode;
    }
  }

  TOKEN.lastIndex = 0;
  for (let token = TOKEN.exec(rtf); token; token = TOKEN.exec(rtf)) {
    const [whole, word, value, byte, symbol] = token;
    if (byte !== undefined) {
      if (toSkip > 0) toSkip -= 1;
      else pending.push(Number.parseInt(byte, 16));
      continue;
    }
    if (whole.charCodeAt(0) === 0x0a || whole.charCodeAt(0) === 0x0d) continue;
    if (word === undefined && symbol === undefined && whole !== '{' && whole !== '}') {
      writeText(whole);
      continue;
    }
    writePending();
    toSkip = 0;
    if (whole === '{') {
      if (groups.length >= DEPTH_MAX) throw new DocumentRefusal('too_complex');
      groups.push(group);
      group = { ...group, isNote: false };
      isStarred = false;
    } else if (whole === '}') endGroup();
    else if (symbol === '*') isStarred = true;
    else if (symbol !== undefined) {
      if (/[\\{}]/.test(symbol)) write(symbol);
      else if (/[\r\n]/.test(symbol)) endParagraph();
      else write(CHARACTERS[symbol] ?? '');
    } else if (word === 'bin') TOKEN.lastIndex += Math.max(0, Number(value ?? 0));
    else control(word ?? '', value === undefined ? undefined : Number(value));
  }
  writePending();
  if (groups.length > 0) throw new DocumentRefusal('broken');
  const title = body.end();
  outline.end();
  const unique = (text: string) => [...new Set(text.split('\n').map((line) => line.trim()))].join('\n');
  const around = createSectionList();
  around.add([], {}, unique(margins.header));
  const top = around.sections.length;
  around.add([], {}, unique(margins.footer));
  const sections = [...around.sections.slice(0, top), ...list.sections, ...around.sections.slice(top)];
  const leftOut = hidden > 0 ? { hidden_text: hidden } : {};
  return { kind: 'rtf', title: title ?? name, unit: 'section', count: sections.length, sections, leftOut };
}
