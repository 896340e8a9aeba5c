/** A number as people and systems write it, exactly: `units` divided by ten to the power of `scale`. */
export type Decimal = { units: bigint; scale: number };
/** `unit` is a currency's code, `%`, or empty. It belongs to the number: two currencies can't be compared. */
export type WrittenNumber = Decimal & { unit: string };

/** Longer texts aren't numbers. In UTF-16 units. */
const LENGTH_MAX = 60;
const SIGNS: Readonly<Record<string, string>> = {
  $: 'USD',
  US$: 'USD',
  C$: 'CAD',
  CA$: 'CAD',
  A$: 'AUD',
  AU$: 'AUD',
  NZ$: 'NZD',
  R$: 'BRL',
  '€': 'EUR',
  '£': 'GBP',
  '¥': 'JPY',
  '₹': 'INR',
};
const CODES = new Set(
  'USD EUR GBP CAD AUD NZD CHF JPY CNY INR SEK NOK DKK PLN CZK HUF RON MXN BRL ZAR SGD HKD KRW TRY AED'.split(' '),
);
/** Where these are used, a comma before three digits never begins the cents. */
const GROUPED_BY_COMMA = new Set(['USD', 'GBP']);

const SIGN_BEFORE = /^(?:[A-Z]{0,2}\$|[€£¥₹]|[A-Z]{3}(?![A-Z]))/;
const SIGN_AFTER = /(?:[A-Z]{0,2}\$|[€£¥₹%]|[A-Z]{3})$/;

const WHOLE = /^\d+$/;
/** `1 250,5` or `1'250.50`: what groups the digits can't be the decimal separator. */
const SPACED = /^[1-9]\d{0,2}(?:[ \u00a0\u202f'’]\d{3})+(?:[.,]\d+)?$/;
/** `1,250.50`. */
const COMMA_GROUPS = /^(?:\d+|[1-9]\d{0,2}(?:,\d{3})+)?(?:\.\d+)?$/;
/** `1.250,50`. */
const POINT_GROUPS = /^(?:\d+|[1-9]\d{0,2}(?:\.\d{3})+)?(?:,\d+)?$/;

function decimal(sign: string, whole: string, fraction: string): Decimal {
  const units = BigInt(whole.replaceAll(/\D/g, '') + fraction || '0');
  return { units: sign === '-' ? -units : units, scale: fraction.length };
}

/** The digits of a number in both ways in which separators are used. */
function readFigure(figure: string, sign: string): Decimal[] {
  if (WHOLE.test(figure)) return [decimal(sign, figure, '')];
  const at = Math.max(figure.lastIndexOf('.'), figure.lastIndexOf(','));
  const split = (isDecimal: boolean) =>
    isDecimal ? decimal(sign, figure.slice(0, at), figure.slice(at + 1)) : decimal(sign, figure, '');
  if (SPACED.test(figure)) return [split(at !== -1)];
  return [
    ...(COMMA_GROUPS.test(figure) ? [split(figure[at] === '.')] : []),
    ...(POINT_GROUPS.test(figure) ? [split(figure[at] === ',')] : []),
  ];
}

/**
 * The unit at the front or the end of a text, and the rest. The unit is empty if there is none, null if it's unknown.
 */
function splitUnit(text: string): { unit: string; rest: string } | null {
  const [before = ''] = SIGN_BEFORE.exec(text) ?? [];
  const [after = ''] = SIGN_AFTER.exec(text) ?? [];
  if (before !== '' && after !== '') return null;
  const written = before || after;
  if (written === '') return { unit: '', rest: text };
  const unit = written === '%' ? '%' : (SIGNS[written] ?? (CODES.has(written) ? written : null));
  const rest = before === '' ? text.slice(0, -after.length) : text.slice(before.length);
  return unit === null ? null : { unit, rest: rest.trim() };
}

/** `-5` as its sign and the rest. */
const takeSign = (text: string) => (/^[-+]/.test(text) ? { sign: text.charAt(0), rest: text.slice(1) } : null);

/** A JavaScript number, exactly as printed. */
export function decimalOf(number: number): Decimal {
  const [mantissa = '0', exponent = '0'] = String(number).split('e');
  const sign = mantissa.startsWith('-') ? '-' : '';
  const [whole = '', fraction = ''] = mantissa.replace('-', '').split('.');
  const { units, scale } = decimal(sign, whole, fraction);
  const moved = scale - Number(exponent);
  return moved >= 0 ? { units, scale: moved } : { units: units * 10n ** BigInt(-moved), scale: 0 };
}

/**
 * What a text says if it is nothing but a number, with its currency or percent sign: every way to read it, so two for
 * `1.250`, which is 1,250 in one country and 1.25 in another, and none for `3 pcs`, `1e4`, `0x10` or `(5.00)`.
 */
export function readNumbers(written: string | number): WrittenNumber[] {
  if (typeof written === 'number') return Number.isFinite(written) ? [{ ...decimalOf(written), unit: '' }] : [];
  const text = written.trim().replace('\u2212', '-');
  if (text.length > LENGTH_MAX || !/\d/.test(text)) return [];
  const outer = takeSign(text);
  const taken = splitUnit(outer?.rest ?? text);
  if (!taken) return [];
  const inner = outer ? null : takeSign(taken.rest);
  const figure = inner?.rest ?? taken.rest;
  const found = readFigure(figure, (outer ?? inner)?.sign ?? '');
  const only = GROUPED_BY_COMMA.has(taken.unit) && figure.includes(',') ? found.slice(0, 1) : found;
  return only.map((one) => ({ ...one, unit: taken.unit }));
}

/** Less than 0, 0 or more. */
export function compareDecimals(left: Decimal, right: Decimal): number {
  const scale = Math.max(left.scale, right.scale);
  const [a, b] = [left, right].map((one) => one.units * 10n ** BigInt(scale - one.scale));
  return a === b ? 0 : (a ?? 0n) < (b ?? 0n) ? -1 : 1;
}

/** As plain digits, such as `-1250.5`. */
export function decimalText({ units, scale }: Decimal): string {
  const digits = (units < 0n ? -units : units).toString().padStart(scale + 1, '0');
  const whole = digits.slice(0, digits.length - scale);
  let fraction = digits.slice(digits.length - scale);
  while (fraction.endsWith('0')) fraction = fraction.slice(0, -1);
  return `${units < 0n ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`;
}

/** As a number of the runtime if that is exactly the same, and otherwise as its digits. */
export function exactNumber(value: Decimal): number | string {
  const number = Number(decimalText(value));
  return Number.isFinite(number) && compareDecimals(decimalOf(number), value) === 0 ? number : decimalText(value);
}
