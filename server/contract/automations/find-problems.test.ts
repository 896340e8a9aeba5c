import { expect, test } from 'vitest';
import { findProblems } from './find-problems.ts';
import type { Definition } from './definition.ts';
import type { Test } from './steps/condition.ts';

const OWNER = { tier: 'pro', email: 'maya@shop.example', confirmedAddresses: [] } as const;
const problemsWith = (than: string, asked: Test = 'less_than', ifUnknown: 'stop' | null = 'stop') => {
  const definition: Definition = {
    trigger: { kind: 'manual', form: [{ name: 'stock', label: 'Stock', kind: 'number' }] },
    steps: [
      {
        kind: 'condition',
        id: 's1',
        value: 'trigger.stock',
        test: asked,
        than,
        ...(ifUnknown && { ifUnknown }),
        then: [],
        otherwise: [],
        stops: true,
      },
    ],
  };
  return findProblems(definition, OWNER).map(({ text }) => text);
};

test.each([
  ['5', []],
  ['12,5', []],
  ['2026-12-01', []],
  ['{{run.day}}', []],
  ['tomorrow', [/^Compare it with a number/]],
  ['1.250', [/can be read in two ways/]],
  ['12/01/2026', [/can be read in two ways/]],
])('whether a value is less than %j is a problem before it runs, if nobody can tell: %j', (than, expected) => {
  expect(problemsWith(than)).toEqual(expected.map((text) => expect.stringMatching(text)));
});

test('a number that is compared with a text is a problem before it runs, unless it has been so before', () => {
  expect(problemsWith('ten', 'is')).toEqual([expect.stringMatching(/^Compare it with a number/)]);
  expect(problemsWith('5', 'is_not')).toEqual([]);
  expect(problemsWith('1,000', 'more_than', null)).toEqual([]);
});
