import { numbersIn, type WrittenNumber } from './numbers.ts';

/** Nobody calculates with the hours of a clock. */
const HOURS = /\b\d{1,2}:\d\d\b/g;

export const valuesIn = (text: string) =>
  numbersIn(text.replaceAll(HOURS, ' ')).flatMap(({ readings }) => readings.slice(0, 1));
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** The rows of a text, and its columns: the first numbers of its lines, the second ones, and so on. */
function listsIn(text: string): number[][] {
  const rows = text
    .split('\n')
    .map(valuesIn)
    .filter((row) => row.length > 0);
  const width = Math.max(0, ...rows.map((row) => row.length));
  const columns = Array.from({ length: width }, (_, column) => rows.flatMap((row) => row.slice(column, column + 1)));
  return [...rows, ...columns].filter((list) => list.length > 1);
}

/** The totals and averages of every row and column of these texts. */
export function totalsIn(texts: readonly string[]): number[] {
  return texts.flatMap(listsIn).flatMap((list) => [sum(list), sum(list) / list.length]);
}

const rounds = (result: number, value: number, decimals: number) =>
  Math.abs(Math.abs(result) - value) <= 0.5 * 10 ** -decimals + 1e-9;

/** Whether a number is one of these results, rounded to the decimals it is written with. */
export function isOneOf(value: number, { decimals }: WrittenNumber, results: readonly number[]): boolean {
  return results.some((result) => rounds(result, value, decimals));
}

/**
 * Whether a number is the result of one step on two of these. Only divisions are rounded, and only a percentage can be a share or a
 * change.
 */
export function isResult(value: number, { decimals, isPercent }: WrittenNumber, operands: readonly number[]): boolean {
  const is = (result: number) => Math.abs(Math.abs(result) - value) < 0.005;
  const fromTwo = (a: number, b: number) =>
    isPercent
      ? b !== 0 && (rounds((a / b) * 100, value, decimals) || rounds(((a - b) / b) * 100, value, decimals))
      : is(a + b) ||
        is(a - b) ||
        is(a * b) ||
        is((a * b) / 100) ||
        is(a - (a * b) / 100) ||
        (b !== 0 && rounds(a / b, value, decimals));
  return operands.some((a) => operands.some((b) => fromTwo(a, b)));
}
