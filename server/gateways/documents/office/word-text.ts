import { Parser } from 'htmlparser2';
import {
  createLabels,
  type ListLevel,
  type Numbering,
  readNumbering,
  readWordStyles,
  type WordStyles,
} from './word-lists.ts';

/** Precedes an inserted list marker. It's a private-use code point, which ordinary text doesn't contain. */
export const ITEM_MARK = '\uE000';

type Edit = { from: number; to: number; text: string };
type Paragraph = { level: ListLevel | null; styleId: string; at: number; isInProperties: boolean };
type Run = { from: number; isHidden: boolean; hasText: boolean };

const isOn = (value: string | undefined) => !['0', 'false', 'off'].includes(value ?? '');
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

function applyEdits(xml: string, edits: Edit[]): string {
  const pieces: string[] = [];
  let end = 0;
  for (const { from, to, text } of edits.toSorted((a, b) => a.from - b.from)) {
    pieces.push(xml.slice(end, from), text);
    end = to;
  }
  return pieces.join('') + xml.slice(end);
}

type Prepared = { xml: string; hidden: number };

/**
 * A part of a Word file without its hidden text, and with the marks of list items written out: the library that reads
 * the text handles neither. Takes a single pass, whatever the text. `hidden` counts the stretches of hidden text.
 */
function preparePart(xml: string, styles: WordStyles, numbering: Numbering | null): Prepared {
  const edits: Edit[] = [];
  const labels = numbering && createLabels(numbering);
  const paragraphs: Paragraph[] = [];
  const runs: Run[] = [];
  /** Whether the currently open properties belong to a run. */
  let isInRun = false;
  let [hidden, hiddenUpTo] = [0, -1];
  function endRun(to: number): void {
    const run = runs.pop();
    if (!run?.isHidden || !run.hasText) return;
    while ((edits.at(-1)?.from ?? -1) >= run.from) edits.pop();
    edits.push({ from: run.from, to, text: '' });
    if (run.from !== hiddenUpTo) hidden += 1;
    hiddenUpTo = to;
  }
  function startParagraphText(paragraph: Paragraph, at: number): void {
    const ofStyle = styles.levelOf(paragraph.styleId);
    // A paragraph may say only how deep it is in the list of its style.
    const level =
      paragraph.level?.numId === ''
        ? ofStyle && { ...ofStyle, depth: paragraph.level.depth }
        : (paragraph.level ?? ofStyle);
    const label = level && labels?.next(level, paragraph.styleId);
    if (!label) return;
    edits.push({ from: at, to: at, text: `<w:r><w:t xml:space="preserve">${escaped(ITEM_MARK + label)} </w:t></w:r>` });
  }
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        const value = attributes['w:val'];
        const paragraph = paragraphs.at(-1);
        const run = runs.at(-1);
        if (name === 'w:p') {
          paragraphs.push({ level: null, styleId: '', at: parser.endIndex + 1, isInProperties: false });
        } else if (name === 'w:pPr' && paragraph) paragraph.isInProperties = true;
        else if (name === 'w:r') {
          isInRun = false;
          const isHidden = styles.isHidden(paragraph?.styleId ?? '') || run?.isHidden === true;
          runs.push({ from: parser.startIndex, isHidden, hasText: false });
        } else if (name === 'w:rPr') isInRun = run !== undefined && paragraph?.isInProperties === false;
        else if (name === 'w:vanish' && isInRun && run) run.isHidden = isOn(value);
        else if (name === 'w:rStyle' && isInRun && run) run.isHidden ||= styles.isHidden(value ?? '');
        else if (name === 'w:pStyle' && paragraph?.isInProperties) paragraph.styleId = value ?? '';
        else if (name === 'w:numPr' && paragraph?.isInProperties) paragraph.level = { numId: '', depth: 0 };
        else if (name === 'w:ilvl' && paragraph?.isInProperties && paragraph.level)
          paragraph.level.depth = Number(value ?? 0);
        else if (name === 'w:numId' && paragraph?.isInProperties && paragraph.level)
          paragraph.level.numId = value ?? '';
      },
      ontext: (text) => {
        const run = runs.at(-1);
        if (run && text.trim() !== '') run.hasText = true;
      },
      onclosetag: (name) => {
        const paragraph = paragraphs.at(-1);
        if (name === 'w:r') endRun(parser.endIndex + 1);
        else if (name === 'w:rPr') isInRun = false;
        else if (name === 'w:pPr' && paragraph?.isInProperties) {
          paragraph.isInProperties = false;
          paragraph.at = parser.endIndex + 1;
          startParagraphText(paragraph, paragraph.at);
        } else if (name === 'w:p') paragraphs.pop();
      },
    },
    { xmlMode: true },
  );
  parser.end(xml);
  return { xml: applyEdits(xml, edits), hidden };
}

/** The lines of a header, footer or note, without the library: it reads only the document's own part. */
function linesOf(xml: string): string[] {
  const lines: string[] = [''];
  const add = (text: string) => void (lines[lines.length - 1] += text);
  let isText = false;
  let skipped = 0;
  const parser = new Parser(
    {
      onopentagname: (name) => {
        // A fallback copy of the same text, for programs that support fewer kinds of shapes.
        if (name === 'mc:Fallback') skipped += 1;
        isText = name === 'w:t' && skipped === 0;
        if (name === 'w:p' || name === 'w:br') lines.push('');
        if (name === 'w:tab') add(' ');
      },
      ontext: (text) => void (isText && add(text)),
      onclosetag: (name) => {
        if (name === 'mc:Fallback') skipped -= 1;
        isText = false;
      },
    },
    { xmlMode: true },
  );
  parser.end(xml);
  return lines.map((line) => line.trim());
}

/** What every page repeats around the text, without the page number, which says nothing. */
const PAGE_NUMBER = /^(?:(?:page|seite|p[aá]gina|pag|p|s)\.? ?)?\d{1,4}(?: ?(?:of|von|de|sur|di|\/) ?\d{1,4})?$/iu;
const EDITED = /^word\/(?:document|footnotes|endnotes)\.xml$/;

export type WordParts = { parts: Map<string, Buffer>; hidden: number; headers: string[]; footers: string[] };

/**
 * Prepares the parts of a Word file for the library, and reads what it skips: headers and footers, each line
 * once.
 */
export function prepareWord(parts: Map<string, Buffer>): WordParts {
  const textOf = (name: string) => parts.get(name)?.toString() ?? '';
  const styles = readWordStyles(textOf('word/styles.xml'));
  const numbering = readNumbering(textOf('word/numbering.xml'));
  const prepared = new Map(parts);
  let hidden = 0;
  const prepare = (name: string) => {
    const part = preparePart(textOf(name), styles, name === 'word/document.xml' ? numbering : null);
    hidden += part.hidden;
    return part.xml;
  };
  for (const name of parts.keys()) if (EDITED.test(name)) prepared.set(name, Buffer.from(prepare(name)));
  const linesIn = (pattern: RegExp) => [
    ...new Set(
      [...parts.keys()]
        .filter((name) => pattern.test(name))
        .toSorted()
        .flatMap((name) => linesOf(prepare(name)))
        .filter((line) => /[\p{L}\p{N}]/u.test(line) && !PAGE_NUMBER.test(line)),
    ),
  ];
  const headers = linesIn(/^word\/header\d*\.xml$/);
  return { parts: prepared, headers, footers: linesIn(/^word\/footer\d*\.xml$/), hidden };
}
