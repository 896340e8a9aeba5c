/** Excel's own formats by id, as far as they say more than the number does (ECMA 376, part 1, 18.8.30). */
const BUILT_IN: Record<number, string> = {
  2: '0.00',
  3: '#,##0',
  4: '#,##0.00',
  9: '0%',
  10: '0.00%',
  39: '#,##0.00',
  40: '#,##0.00',
};
/** Dates, times, fractions and powers, and sections that depend on the value. */
const NOT_PLAIN = /[dmyhsegb@/?]|\[[<>=]/i;
const PARTS = /^(?<before>[^#0]*)(?<whole>[#0][#0,]*)(?:\.(?<decimals>[#0]+))?(?<after>[^#0]*)$/;

/** Literal text as Excel shows it: without padding, colors and the locale of a currency. */
const shownLiteral = (literal: string) =>
  literal.replaceAll(/"([^"]*)"|\\(.)|\[\$([^\]-]*)[^\]]*\]|\[[^\]]*\]|[_*]./g, '$1$2$3');

/** What `Intl.NumberFormat` accepts. */
const MAX_WHOLE_DIGITS = 21;
const MAX_DECIMALS = 20;
/** As many digits as Excel shows: what is behind them is the noise of binary fractions. */
const PRECISION = 15;

export const withoutNoise = (value: number): number => Number(value.toPrecision(PRECISION));

/** Writes numbers in a format, such as "$38.00", "15%" or "28 cm"; null if the format isn't of that kind. */
export function createNumberFormat(format: string): ((value: number) => string) | null {
  const [section = ''] = format.split(';');
  // Literals may contain any letter.
  const bare = section.replaceAll(/"[^"]*"|\\.|\[\$[^\]]*\]|[_*]./g, '');
  const parts = PARTS.exec(
    section.replaceAll(/"[^"]*"|\\.|\[[^\]]*\]|[_*]./g, (literal) => literal.replaceAll(/[#0]/g, '')),
  )?.groups;
  if (NOT_PLAIN.test(bare.replaceAll(/\[(?![<>=])[^\]]*\]/g, '')) || !parts) return null;
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
const attribute = (tag: string, name: string) => new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1];

export type NumberFormats = ReturnType<typeof createNumberFormat>[];

/** The number format of each cell style, by the style's index. */
export function readNumberFormats(styles: string): NumberFormats {
  const custom = new Map(
    [...styles.matchAll(/<numFmt\b[^>]*>/g)].map(([tag]) => [
      attribute(tag, 'numFmtId'),
      unescape(attribute(tag, 'formatCode') ?? ''),
    ]),
  );
  const cellStyles = /<cellXfs\b[^>]*>(.*?)<\/cellXfs>/s.exec(styles)?.[1] ?? '';
  const formats = new Map<string, ReturnType<typeof createNumberFormat>>();
  return [...cellStyles.matchAll(/<xf\b[^>]*>/g)].map(([tag]) => {
    const id = attribute(tag, 'numFmtId') ?? '0';
    const format = formats.get(id) ?? createNumberFormat(custom.get(id) ?? BUILT_IN[Number(id)] ?? '');
    formats.set(id, format);
    return format;
  });
}

/** The length of a cell's attributes is bounded, so that a search for their end is. */
const CELL = /<c\b(?:[^>]{0,200}\/>|([^>]{0,200})>(.*?)<\/c>)/gs;
const CELL_END = '</c>';

/**
 * A sheet whose formatted numbers are texts: "$38.00" instead of 38. The library that reads the sheets knows the format of a date and
 * of no other number. Dates and numbers without a format stay as they are. `onCell` is called for each cell that has a value.
 */
export function writeOutNumbers(sheet: string, formats: NumberFormats, onCell: () => void): string {
  // Up to the last cell that ends: the search for an end that isn't there would begin again at each cell.
  const end = sheet.lastIndexOf(CELL_END) + CELL_END.length;
  const cells = sheet
    .slice(0, end)
    .replaceAll(CELL, (cell, attributes: string | undefined, content: string | undefined) => {
      if (attributes === undefined || content === undefined) return cell;
      onCell();
      const format = formats[Number(attribute(attributes, 's'))];
      const at = attribute(attributes, 'r');
      const isNumber = (attribute(attributes, 't') ?? 'n') === 'n';
      const value = Number(/<v>([^<]+)<\/v>/.exec(content)?.[1]);
      if (!format || !isNumber || at === undefined || Number.isNaN(value)) return cell;
      const escaped = format(value).replaceAll('&', '&amp;').replaceAll('<', '&lt;');
      return `<c r="${at}" t="str"><v>${escaped}</v></c>`;
    });
  return cells + sheet.slice(end);
}
