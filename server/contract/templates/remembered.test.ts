import { expect, it } from 'vitest';
import { STATEMENT_MAX } from '#contract/brain/brain.ts';
import { aBlank } from '#tests/support/browser/template-parts.ts';
import { factKindOf, statementsOf } from './remembered.ts';

it('only what can come from the Brain can be remembered', () => {
  expect(factKindOf(aBlank({ name: 'hours', from: { factKinds: ['people', 'date'] } }))).toBe('people');
  expect(factKindOf(aBlank({ name: 'owner', from: { profile: 'fullName' } }))).toBeNull();
  expect(factKindOf(aBlank({ name: 'recipient' }))).toBeNull();
});

it('a short value is remembered with its label', () => {
  const label = 'Opening hours';
  expect(statementsOf(aBlank({ name: 'hours', label }), 'Tuesday to Saturday,\n10 to 6')).toEqual([
    'Opening hours: Tuesday to Saturday, 10 to 6',
  ]);
  const day = aBlank({ name: 'day', label: 'Reply by', kind: 'date', example: '2026-11-26' });
  expect(statementsOf(day, '2026-11-26')).toEqual(['Reply by: November 26, 2026']);
  expect(statementsOf(aBlank({ name: 'hours', label }), 'x'.repeat(STATEMENT_MAX))).toEqual([]);
});

it('a sentence and the items of a list are remembered as they were typed, because that is how they come back', () => {
  const reason = (from: object) =>
    aBlank({ name: 'why', label: 'One reason', ending: 'sentence', from: from as never }); // reason: a test’s blank
  expect(statementsOf(reason({ factKinds: ['policy'] }), 'We replace it.')).toEqual(['We replace it.']);
  expect(statementsOf(reason({ factKinds: ['policy'], part: 'statement' }), 'We replace it.')).toEqual([
    'We replace it.',
  ]);
  expect(statementsOf(reason({ factKinds: ['date'], part: 'value' }), 'Forty')).toEqual(['One reason: Forty']);
  const list = aBlank({ name: 'news', label: 'New', kind: 'list', maxItems: 5, maxLength: 80, example: ['A'] });
  expect(statementsOf(list, ['Bowl, $31', ' ', 'Cups, $64'])).toEqual(['Bowl, $31', 'Cups, $64']);
});
