import { expect, test } from 'vitest';
import type { Test } from '#contract/automations/steps/condition.ts';
import type { Value } from '#contract/automations/values.ts';
import { createScope } from '../engine/scope.ts';
import { decide } from './condition.ts';

const decideAs = (ifUnknown: 'stop' | 'no' | undefined, asked: Test, value: Value | undefined, than: string) => {
  const scope = createScope(null);
  if (value !== undefined) scope.add('trigger', { stock: value });
  const { holds, output, would } = decide(
    {
      kind: 'condition',
      id: 's1',
      value: 'trigger.stock',
      test: asked,
      than,
      ifUnknown,
      then: [],
      otherwise: [],
      stops: false,
    },
    scope,
    { timeZone: 'UTC', kindOf: () => undefined },
  );
  return { holds, note: output['unknown'], text: would(() => 'Stock').text };
};

test.each<[Value | undefined, Test, string, boolean]>([
  ['1.250', 'is_not', '1250', true],
  ['12/01/2026', 'is_not', '2026-12-01', true],
  [true, 'is_not', 'maybe', true],
  ['1,250', 'more_than', '9', true],
  ['1,250', 'more_than', '1,000', true],
  ['1,250', 'is', '1250', true],
  ['on', 'is', '1', false],
  ['on', 'is_not', 'yes', true],
  ['4,99', 'more_than', '9', true],
  [['bob@acme.com'], 'contains', '@acme.com', true],
  [['apples'], 'contains', 'apple', true],
  [['#sale2026'], 'contains', 'sale', true],
  [['{"sku":"a"}', '{"sku":"b"}'], 'contains', '},{', true],
  [['{"sku":"a"}'], 'is', '[{"sku":"a"}]', true],
  [['a', 'b', 'c'], 'more_than', '2', false],
  [undefined, 'is_not', 'paid', true],
  [undefined, 'is', '', true],
  [undefined, 'less_than', '5', false],
])(
  'whether %j %s %j is decided by a condition from before the choice as it was: %s',
  (value, asked, than, expected) => {
    expect(decideAs(undefined, asked, value, than).holds).toBe(expected);
  },
);

test('the note of a condition from before says what it counted as, and where it would be read differently today', () => {
  expect(decideAs(undefined, 'is_not', undefined, 'paid')).toEqual({
    holds: true,
    note: 'It is missing. As before, this counted as yes.',
    text: '“Stock” is missing. That counts as yes, so it continues.',
  });
  expect(decideAs(undefined, 'less_than', undefined, '5').note).toBe('It is missing. As before, this counted as no.');
  expect(decideAs(undefined, 'more_than', '4,99', '9').note).toBe(
    'This was compared as before. Compared the new way, it would be no.',
  );
  expect(decideAs('no', 'is_not', undefined, 'paid').note).toBe('It is missing, so this counted as no.');
  expect(decideAs(undefined, 'more_than', 10, '9').note).toBeUndefined();
});
