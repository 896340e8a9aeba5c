import { createDateFormat } from './date-formats.ts';

/** Excel's own formats by id, as far as they say more than the number does (ECMA 376, part 1, 18.8.30). */
const BUILT_IN: Record<number, string> = {
  2: '0.00',
  3: '#,##0',
  4: '#,##0.00',
  9: '0%',
  10: '0.00%',
  15: 'd-mmm-yy',
  16: 'd-mmm',
  17: 'mmm-yy',
  18: 'h:mm AM/PM',
  19: 'h:mm:ss AM/PM',
  20: 'h:mm',
  21: 'h:mm:ss',
  39: '#,##0.00',
  40: '#,##0.00',
  45: 'mm:ss',
  46: '[h]:mm:ss',
};
/** Fractions and powers, and sections that depend on the value. */
const NOT_PLAIN = /[dmyhsegb@/?]|\[[<>=]/i;
const PARTS = /^(?<before>[^#0]*)(?<whole>[#0][#0,]*)(?:\.(?<decimals>[#0]+))?(?<after>[^#0]*)$/;

/** Literal text as Excel shows it: without padding, colors and the locale of a currency. */
const shownLiteral = (literal: string) =>
  literal.replaceAll(/"([^"]*)"|\\(.)|\[\$([^[\]-]*)[^[\]]*\]|\[[^[\]]*\]|[_*]./g, '$1$2$3');

/** What `Intl.NumberFormat` accepts. */
const MAX_WHOLE_DIGITS = 21;
const MAX_DECIMALS = 20;
/** As many digits as Excel shows: what is behind them is the noise of binary fractions. */
const PRECISION = 15;

export const withoutNoise = (value: number): number => Number(value.toPrecision(PRECISION));

/** Excel accepts no longer format. */
const FORMAT_MAX = 255;

type Write = (value: number) => string | null;

/**
 * Writes numbers in a format, such as "$38.00", "15%", "28 cm" or "November 12, 2026"; null if it's another kind of
 * format, or doesn't apply to the value.
 */
export function createNumberFormat(format: string, { is1904 = false } = {}): Write | null {
  if (format.length > FORMAT_MAX) return null;
  const [section = ''] = format.split(';');
  const ofDate = createDateFormat(section, { is1904 });
  if (ofDate) return ofDate;
  // Literals may contain any letter.
  const bare = section.replaceAll(/"[^"]*"|\\.|\[\$[^[\]]*\]|[_*]./g, '');
  const parts = PARTS.exec(
    section.replaceAll(/"[^"]*"|\\.|\[[^[\]]*\]|[_*]./g, (literal) => literal.replaceAll(/[#0]/g, '')),
  )?.groups;
  if (NOT_PLAIN.test(bare.replaceAll(/\[(?![<>=])[^[\]]*\]/g, '')) || !parts) return null;
  const { before = '', whole = '', decimals = '', after = '' } = parts;
  const isPercent = bare.includes('%');
  const [prefix, suffix] = [shownLiteral(before), shownLiteral(after)];
  const digits = new Intl.NumberFormat('en-US', {
    minimumIntegerDigits: Math.min(Math.max(whole.replaceAll(/[#,]/g, '').length, 1), MAX_WHOLE_DIGITS),
    minimumFractionDigits: Math.min(decimals.replaceAll('#', '').length, MAX_DECIMALS),
    maximumFractionDigits: Math.min(decimals.length, MAX_DECIMALS),
    useGrouping: whole.includes(','),
  });
  return (value) => {
    const shown = digits.format(withoutNoise(Math.abs(isPercent ? value * 100 : value)));
    return `${value < 0 ? '-' : ''}${prefix}${shown}${suffix}`.trim();
  };
}

const unescape = (text: string) =>
  text.replaceAll(
    /&(?:quot|apos|lt|gt|amp);/g,
    (entity) => ({ '&quot;': '"', '&apos;': "'", '&lt;': '<', '&gt;': '>' })[entity] ?? '&',
  );
export const attribute = (tag: string, name: string): string | undefined =>
  new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1];

export type NumberFormats = (Write | null)[];

/** The number format of each cell style, by the style's index. */
export function readNumberFormats(styles: string, options?: { is1904: boolean }): NumberFormats {
  const custom = new Map(
    [...styles.matchAll(/<numFmt\s[^<>]*>/g)].map(([tag]) => [
      attribute(tag, 'numFmtId'),
      unescape(attribute(tag, 'formatCode') ?? ''),
    ]),
  );
  const [, afterStart = ''] = styles.split('<cellXfs', 2);
  const [cellStyles = ''] = afterStart.split('</cellXfs>', 1);
  const formats = new Map<string, Write | null>();
  return [...cellStyles.matchAll(/<xf\s[^<>]*>/g)].map(([tag]) => {
    const id = attribute(tag, 'numFmtId') ?? '0';
    const format = formats.get(id) ?? createNumberFormat(custom.get(id) ?? BUILT_IN[Number(id)] ?? '', options);
    formats.set(id, format);
    return format;
  });
}

const CELL_START = '<c';
const CELL_END = '</c>';
type Cell = { start: number; end: number; attributes: string; content: string };

/** The cells of a sheet that have content. Takes a single pass, whatever the text. */
function* cellsIn(sheet: string): Generator<Cell> {
  for (let start = sheet.indexOf(CELL_START); start !== -1;) {
    const tagEnd = sheet.indexOf('>', start);
    if (tagEnd === -1) return;
    const attributes = sheet.slice(start + CELL_START.length, tagEnd);
    // `<col>` and `<cols>` begin with the same letter.
    const isCell = attributes === '' || /^\s/.test(attributes);
    if (!isCell || attributes.endsWith('/')) {
      start = sheet.indexOf(CELL_START, tagEnd);
      continue;
    }
    const contentEnd = sheet.indexOf(CELL_END, tagEnd);
    if (contentEnd === -1) return;
    const end = contentEnd + CELL_END.length;
    yield { start, end, attributes, content: sheet.slice(tagEnd + 1, contentEnd) };
    start = sheet.indexOf(CELL_START, end);
  }
}

/** A cell with its number as text; null if it doesn't change. */
function writeOutCell({ attributes, content }: Cell, formats: NumberFormats): string | null {
  const format = formats[Number(attribute(attributes, 's'))];
  const at = attribute(attributes, 'r');
  const isNumber = (attribute(attributes, 't') ?? 'n') === 'n';
  const value = Number(/<v>([^<]+)<\/v>/.exec(content)?.[1]);
  if (!format || !isNumber || at === undefined || Number.isNaN(value)) return null;
  const written = format(value);
  if (written === null) return null;
  const escaped = written.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return `<c r="${at}" t="str"><v>${escaped}</v></c>`;
}

/** A formula whose value was never saved, as written by programs that don't calculate. */
const isUncalculated = ({ attributes, content }: Cell) =>
  content.includes('<f') && attribute(attributes, 't') !== 'str' && !/<v>[^<]/.test(content);

/**
 * A sheet whose formatted numbers are texts: "$38.00" instead of 38. The library that reads the sheets applies only the
 * formats of dates. Numbers without a format, and dates that could be misread, stay as they are.
 * `onCell` is called for each cell that has a value, or a formula without one.
 */
export function writeOutNumbers(
  sheet: string,
  formats: NumberFormats,
  onCell: (isUncalculated: boolean) => void,
): string {
  const pieces: string[] = [];
  let end = 0;
  for (const cell of cellsIn(sheet)) {
    onCell(isUncalculated(cell));
    const written = writeOutCell(cell, formats);
    if (written === null) continue;
    pieces.push(sheet.slice(end, cell.start), written);
    end = cell.end;
  }
  return pieces.join('') + sheet.slice(end);
}
