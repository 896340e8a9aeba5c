import { describe, expect, test } from 'vitest';
import { daysInText } from './days-in-text.ts';
import { numbersInWords } from './number-words.ts';

/** A Friday. */
const SAID = '2026-11-27';

test.each([
  ['tomorrow', '2026-11-28'],
  ['the day after tomorrow', '2026-11-29'],
  ['next Monday', '2026-11-30'],
  ['next Friday', '2026-12-04'],
  ['this Friday', '2026-11-27'],
  ['from Monday', '2026-11-30'],
  ['last Friday', '2026-11-20'],
  ['in two weeks', '2026-12-11'],
  ['3 days ago', '2026-11-24'],
  ['next month', '2026-12'],
  ['last year', '2025'],
  ['the end of the month', '2026-11-30'],
  ['December 24', '2026-12-24'],
  ['the 3rd of January', '2027-01-03'],
  ['Jan 5, 2028', '2028-01-05'],
  ['2026-12-01', '2026-12-01'],
  ['morgen', '2026-11-28'],
  ['spätestens übermorgen', '2026-11-29'],
  ['bis Dienstag', '2026-12-01'],
  ['nächsten Montag', '2026-11-30'],
  ['vor drei Tagen', '2026-11-24'],
  ['am 24. Dezember', '2026-12-24'],
  ['24.12.2026', '2026-12-24'],
  ['mañana', '2026-11-28'],
  ['el próximo lunes', '2026-11-30'],
  ['el lunes que viene', '2026-11-30'],
  ['hasta el martes', '2026-12-01'],
  ['dentro de dos semanas', '2026-12-11'],
  ['el 24 de diciembre de 2026', '2026-12-24'],
  ['demain', '2026-11-28'],
  ['lundi prochain', '2026-11-30'],
  ['il y a trois jours', '2026-11-24'],
  ['le 1er janvier', '2027-01-01'],
])('%j, said on Friday, November 27, 2026, is %s', (text, day) => {
  expect(daysInText(`We close ${text}`, SAID).map((one) => one.day)).toEqual([day]);
});

test.each(['Guten Morgen', 'por la mañana', 'We are here', 'It costs $4.50', 'Espresso 2 oz, 12 years'])(
  '“%s” names no day',
  (text) => {
    expect(daysInText(text, SAID)).toEqual([]);
  },
);

test('next Friday, said on a Monday, is the Friday of the following week', () => {
  expect(daysInText('next Friday', '2026-11-23')[0]).toMatchObject({ day: '2026-12-04', also: ['2026-11-27'] });
});

test.each([
  'Order cakes by Wednesday',
  'Open until Friday',
  'Ab Montag gilt der Wochenplan',
  'The market is every last Friday of the month',
  'We close on the last Friday of each month',
  'Jeden letzten Freitag im Monat ist Markt',
  'Cada próximo lunes',
  'Invoices are due at the end of the month',
  'Rechnungen sind am Ende des Monats fällig',
  'We count stock at the end of the year',
])('“%s” may be a rule, and isn’t taken for one specific day', (text) => {
  expect(daysInText(text, SAID).filter(({ isRelative }) => isRelative)).toEqual([]);
});

test.each([
  ['Order cakes by this Friday', '2026-11-27'],
  ['Closed until next Monday', '2026-11-30'],
  ['Bis kommenden Freitag geschlossen', '2026-11-27'],
  ['We sold out last Friday', '2026-11-20'],
  ['Letzten Freitag im Laden', '2026-11-20'],
  ['Paid by the end of this month', '2026-11-30'],
])('“%s” clearly means %s', (text, day) => {
  expect(daysInText(text, SAID)).toMatchObject([{ day, isRelative: true }]);
});

describe('numbers in words', () => {
  test.each([
    ['twelve employees', [12]],
    ['a dozen bagels for eighteen dollars', [12, 18]],
    ['two dozen', [24]],
    ['half a dozen', [6]],
    ['twenty-five', [25]],
    ['five and six', [5, 6]],
    ['two hundred and five', [205]],
    ['three thousand four hundred', [3_400]],
    ['fifty cents', [50, 5_000]],
    ['2 dozen', [24]],
    ['einundzwanzig Sorten', [21]],
    ['zweihundertfünfzig Gramm', [250]],
    ['ein halbes Dutzend', [1, 6]],
    ['dreitausend', [3_000]],
    ['treinta y cinco', [35]],
    ['media docena', [6]],
    ['doscientos cincuenta', [250]],
    ['mil doscientos', [1_200]],
    ['quatre-vingt-dix-sept', [97]],
    ['soixante-douze', [72]],
    ['vingt et un', [21]],
    ['cinq cents', [5, 500]],
    ['We are open', []],
  ])('“%s” states %j', (text, numbers) => {
    expect(numbersInWords(text)).toEqual(numbers);
  });
});
