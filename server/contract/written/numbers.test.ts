import { expect, test } from 'vitest';
import { compareDecimals, decimalText, exactNumber, readNumbers } from './numbers.ts';

const read = (text: string | number) =>
  readNumbers(text).map((one) => [decimalText(one), one.unit].filter(Boolean).join(' '));

test.each<[string | number, ...string[]]>([
  ['42', '42'],
  [' -12.5 ', '-12.5'],
  ['\u22127', '-7'],
  ['+3', '3'],
  ['007', '7'],
  ['.5', '0.5'],
  [',5', '0.5'],
  ['12,5', '12.5'],
  ['0,125', '0.125'],
  ['1.234,56', '1234.56'],
  ['1,234.56', '1234.56'],
  ['1.234.567', '1234567'],
  ['1 250,50', '1250.5'],
  ['1\u202f250', '1250'],
  ['1’250.50', '1250.5'],
  ['1234,567', '1234.567'],
  ['9007199254740993', '9007199254740993'],
  ['4,99 €', '4.99 EUR'],
  ['€1.250,50', '1250.5 EUR'],
  ['$42.50', '42.5 USD'],
  ['-$5', '-5 USD'],
  ['$-5', '-5 USD'],
  ['USD 5', '5 USD'],
  ['5 CHF', '5 CHF'],
  ['A$5', '5 AUD'],
  ['$1,250', '1250 USD'],
  ['30 %', '30 %'],
  [1e21, '1000000000000000000000'],
  [1.5e-7, '0.00000015'],
])('the number %j is read in one way', (written, ...expected) => {
  expect(read(written)).toEqual(expected);
});

test.each([
  ['1.250', '1.25', '1250'],
  ['1,250', '1250', '1.25'],
  ['€1.250', '1.25 EUR', '1250 EUR'],
  ['$1.250', '1.25 USD', '1250 USD'],
])('%j can be read in two ways', (written, ...expected) => {
  expect(read(written)).toEqual(expected);
});

test.each([
  '',
  '-',
  '.',
  '1e4',
  '0x10',
  '3 pcs',
  '(5.00)',
  '1,2,3',
  '12,34,567',
  '1.25.0',
  '$5 USD',
  '5 XYZ',
  '1 25',
  '--5',
  'many',
  '٣',
  '9'.repeat(61),
  Number.NaN,
  Number.POSITIVE_INFINITY,
])('%j is no number that we can read', (written) => {
  expect(readNumbers(written)).toEqual([]);
});

test('large and fractional numbers are compared digit by digit', () => {
  const order = (left: string, right: string) =>
    compareDecimals(readNumbers(left)[0] ?? { units: 0n, scale: 0 }, readNumbers(right)[0] ?? { units: 0n, scale: 0 });
  expect(order('9007199254740993', '9007199254740992')).toBe(1);
  expect(order('0.30', '0.3')).toBe(0);
  expect(order('-2', '1.5')).toBe(-1);
});

test('a number that the runtime can’t hold exactly stays as its digits', () => {
  expect(readNumbers('9007199254740993').map(exactNumber)).toEqual(['9007199254740993']);
  expect(readNumbers('12,5').map(exactNumber)).toEqual([12.5]);
});
