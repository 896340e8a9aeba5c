import { describe, expect, test } from 'vitest';
import { TESTS_OF, type Test } from '#contract/automations/steps/condition.ts';
import type { Value, ValueKind } from '#contract/automations/values.ts';
import { holds } from './holds.ts';

const ZONE = 'America/New_York';
const answer = (asked: Test, value: Value | undefined, than: string, kind?: ValueKind) => {
  const verdict = holds(asked, value, than, { kind, timeZone: ZONE });
  return 'holds' in verdict ? verdict.holds : verdict.unknown;
};
const [MISSING, TWO_WAYS, UNREADABLE, INCOMPARABLE] = [
  /^is missing$/,
  /two ways/,
  /isn’t a number/,
  /can’t be compared/,
];

/** For each kind, every test that the editor offers: a value, what it's compared with, and the answer. */
const TABLE: Record<ValueKind, Partial<Record<Test, [Value, string, boolean | RegExp][]>>> = {
  text: {
    is: [
      ['  Zoe\u0301 ', 'zoë'.normalize('NFC').replace('ë', 'é'), true],
      ['007', '7', false],
      ['007', '007', true],
      ['7', '7.0', true],
      ['1.250', '1250', TWO_WAYS],
      ['1.250', '1.250', true],
      ['1.250', '7', false],
      ['no', 'No', true],
      ['false', 'No', true],
      ['1', 'yes', true],
      ['2026/12/01', '2026-12-01', true],
      ['$5', '€5', INCOMPARABLE],
      ['paid', '5', false],
      ['', 'x', MISSING],
    ],
    is_not: [
      ['paid', 'Paid', false],
      ['open', 'paid', true],
      ['', 'paid', MISSING],
    ],
    contains: [
      ['A problem with the kiln', 'PROBLEM', true],
      ['cafe\u0301', 'café', true],
      ['fine', 'problem', false],
    ],
    more_than: [
      ['1.250,50 €', '9', true],
      ['4,99', '9', false],
      ['1.250', '9', TWO_WAYS],
      ['1.250', '1', true],
      ['1.250', '2000', false],
      ['5', '1.250', TWO_WAYS],
      ['3 pcs', '1', UNREADABLE],
      ['3', 'many', UNREADABLE],
      ['007', '6', true],
      ['$5', '€4', INCOMPARABLE],
      ['$5', '4', true],
      ['30%', '20', true],
      ['9007199254740993', '9007199254740992', true],
    ],
    less_than: [
      ['1.250,50 €', '9', false],
      ['4,5', '5', true],
      ['tomorrow', '2026-12-01', UNREADABLE],
      ['2026-12-01T03:30:00Z', '2026-12-01', true],
      ['2026-12-01', '12', INCOMPARABLE],
    ],
    is_empty: [
      [' ', '', true],
      ['x', '', false],
    ],
    is_not_empty: [
      ['', '', false],
      ['x', '', true],
    ],
  },
  number: {
    is: [
      [5, '5.0', true],
      [5, '5,5', false],
      [0.1 + 0.2, '0.3', false],
      [5, 'ten', UNREADABLE],
      ['3 pcs', '3', UNREADABLE],
    ],
    is_not: [
      [5, '6', true],
      ['3 pcs', '3', UNREADABLE],
    ],
    more_than: [
      [5, '4,5', true],
      [1200, '1.250', TWO_WAYS],
    ],
    less_than: [
      [5, '5', false],
      [5, 'ten', UNREADABLE],
    ],
    is_empty: [[0, '', false]],
    is_not_empty: [[0, '', true]],
  },
  yes_no: {
    is: [
      [true, 'Yes', true],
      [false, 'off', true],
      [false, 'Yes', false],
      [true, 'maybe', /isn’t yes or no/],
      ['Y', 'Yes', /isn’t yes or no/],
      ['paid', 'Yes', /isn’t yes or no/],
      ['on', 'Yes', true],
    ],
  },
  list: {
    contains: [
      [['pineapple juice'], 'apple', false],
      [['Green apple', 'pear'], 'Apple', true],
      [['寿司セット'], '寿司', true],
      [['bob@acme.com'], '@acme.com', true],
      [['#sale2026'], '#sale', false],
      [[], 'apple', false],
    ],
    more_than: [
      [['Apple', 'Pear', 'Plum'], '2', true],
      [['Apple', 'Pear', 'Plum'], '3', false],
      [['10'], '3', false],
      [[], '0', false],
    ],
    less_than: [
      [['10'], '3', true],
      [[], '1', true],
    ],
    is_empty: [
      [[], '', true],
      [['x'], '', false],
    ],
    is_not_empty: [
      [[], '', false],
      [['x'], '', true],
    ],
  },
  date: {
    is: [
      ['2026-12-01', 'Dec 1, 2026', true],
      ['2026-12-01', '12/01/2026', TWO_WAYS],
      ['2026-12-01', 'tomorrow', /isn’t a date/],
      ['soon', '2026-12-01', /isn’t a date/],
      ['2026-12-01T10:00:00.000', '2026-12-01T10:00', true],
    ],
    is_not: [['2026-12-01', '2026-12-02', true]],
    more_than: [
      ['2026-12-13', '12/01/2026', true],
      ['2026-12-01', '2026-11-30', true],
    ],
    less_than: [
      ['2026-12-01', 'tomorrow', UNREADABLE],
      ['2026-11-30', '2026-12-01', true],
    ],
    is_empty: [['2026-12-01', '', false]],
    is_not_empty: [['2026-12-01', '', true]],
  },
};

describe.each(Object.entries(TABLE))('of a value that is a %s', (kind, tests) => {
  test('every test that the editor offers is in this table', () => {
    // reason: the keys of TABLE
    expect(Object.keys(tests).toSorted()).toEqual(TESTS_OF[kind as ValueKind].toSorted());
  });

  const rows = Object.entries(tests).flatMap(
    ([name, cases]) => cases.map(([value, than, expected]) => [name, value, than, expected] as const), // reason: a row of the table
  );
  test.each(rows)('“%s” of %j and %j is %s', (name, value, than, expected) => {
    const found = answer(name as Test, value, than, kind as ValueKind); // reason: the keys of a row and of TABLE
    if (expected instanceof RegExp) expect(found).toMatch(expected);
    else expect(found).toBe(expected);
  });
});

test('a missing value is empty, and unknown to every other test', () => {
  expect(answer('is_empty', undefined, '')).toBe(true);
  expect(answer('is_not_empty', undefined, '')).toBe(false);
  for (const one of ['is', 'is_not', 'contains', 'more_than', 'less_than'] as const)
    expect(answer(one, undefined, '5')).toBe('is missing');
  expect(answer('more_than', 5, '')).toBe('is compared with a value that is missing');
});
