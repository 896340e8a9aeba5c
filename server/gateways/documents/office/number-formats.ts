/** Excel's own formats by id, as far as they say more than the number does (ECMA-376 part 1, 18.8.30). */
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
const PARTS = /^(?<before>[^#0]*)(?<digits>[#0][#0,]*(?:\.(?<decimals>[#0]+))?)(?<after>[^#0]*)$/;

/** Literal text as Excel shows it: without padding, colors and the locale of a currency. */
const shownLiteral = (literal: string) =>
  literal.replaceAll(/"([^"]*)"|\\(.)|\[\$([^\]-]*)[^\]]*\]|\[[^\]]*\]|[_*]./g, '$1$2$3');

/** A number in this format, such as "$38.00", "15%" or "28 cm"; null if the format isn't of that kind. */
export function formatNumber(value: number, format: string): string | null {
  const [section = ''] = format.split(';');
  // Literals may contain any letter.
  const bare = section.replaceAll(/"[^"]*"|\\.|\[\$[^\]]*\]|[_*]./g, '');
  const parts = PARTS.exec(
    section.replaceAll(/"[^"]*"|\\.|\[[^\]]*\]|[_*]./g, (literal) => literal.replaceAll(/[#0]/g, '')),
  )?.groups;
  if (NOT_PLAIN.test(bare.replaceAll(/\[(?![<>=])[^\]]*\]/g, '')) || !parts) return null;
  const { before = '', digits = '', decimals = '', after = '' } = parts;
  const isPercent = bare.includes('%');
  const shown = new Intl.NumberFormat('en-US', {
    minimumFractionDigits: decimals.replaceAll('#', '').length,
    maximumFractionDigits: decimals.length,
    useGrouping: digits.includes(','),
  }).format(Math.abs(isPercent ? value * 100 : value));
  return `${value < 0 ? '-' : ''}${shownLiteral(before)}${shown}${shownLiteral(after)}`.trim();
}

const unescape = (text: string) =>
  text.replaceAll(
    /&(?:quot|apos|lt|gt|amp);/g,
    (entity) => ({ '&quot;': '"', '&apos;': "'", '&lt;': '<', '&gt;': '>' })[entity] ?? '&',
  );
const attribute = (tag: string, name: string) => new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1];

/** The number format of each cell style, by the style's index. */
export function readNumberFormats(styles: string): string[] {
  const custom = new Map(
    [...styles.matchAll(/<numFmt\b[^>]*>/g)].map(([tag]) => [
      attribute(tag, 'numFmtId'),
      unescape(attribute(tag, 'formatCode') ?? ''),
    ]),
  );
  const cellStyles = /<cellXfs\b[^>]*>(.*?)<\/cellXfs>/s.exec(styles)?.[1] ?? '';
  return [...cellStyles.matchAll(/<xf\b[^>]*>/g)].map(([tag]) => {
    const id = attribute(tag, 'numFmtId') ?? '0';
    return custom.get(id) ?? BUILT_IN[Number(id)] ?? '';
  });
}

const CELL = /<c\b(?:[^>]*\/>|([^>]*)>(.*?)<\/c>)/gs;

/**
 * A sheet whose formatted numbers are texts: "$38.00" instead of 38. The library that reads the sheets knows the format of a date and
 * of no other number. Dates and numbers without a format stay as they are. `onCell` is called for each cell that has a value.
 */
export function writeOutNumbers(sheet: string, formats: string[], onCell: () => void): string {
  return sheet.replaceAll(CELL, (cell, attributes: string | undefined, content: string | undefined) => {
    if (attributes === undefined || content === undefined) return cell;
    onCell();
    const format = formats[Number(attribute(attributes, 's'))];
    const isNumber = (attribute(attributes, 't') ?? 'n') === 'n';
    const value = /<v>([^<]+)<\/v>/.exec(content)?.[1];
    if (!format || !isNumber || value === undefined) return cell;
    const text = formatNumber(Number(value), format);
    if (text === null) return cell;
    const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
    return `<c r="${attribute(attributes, 'r') ?? ''}" t="str"><v>${escaped}</v></c>`;
  });
}
