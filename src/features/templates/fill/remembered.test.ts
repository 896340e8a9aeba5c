import { expect, it } from 'vitest';
import { STATEMENT_MAX } from '#contract/brain/brain.ts';
import { aBlank } from '#tests/support/browser/template-parts.ts';
import { factKindOf, statementOf } from './remembered.ts';

it('only what can come from the Brain can be remembered', () => {
  expect(factKindOf(aBlank({ name: 'hours', from: { factKinds: ['people', 'date'] } }))).toBe('people');
  expect(factKindOf(aBlank({ name: 'owner', from: { profile: 'fullName' } }))).toBeNull();
  expect(factKindOf(aBlank({ name: 'recipient' }))).toBeNull();
});

it('a value becomes one sentence with the blank’s label', () => {
  const label = 'Opening hours';
  expect(statementOf(aBlank({ name: 'hours', label }), 'Tuesday to Saturday,\n10 to 6')).toBe(
    'Opening hours: Tuesday to Saturday, 10 to 6',
  );
  const day = aBlank({ name: 'day', label: 'Reply by', kind: 'date', example: '2026-11-26' });
  expect(statementOf(day, '2026-11-26')).toBe('Reply by: November 26, 2026');
  const list = aBlank({ name: 'news', label: 'New', kind: 'list', maxItems: 5, maxLength: 80, example: ['A'] });
  expect(statementOf(list, ['Bowl, $31', 'Cups, $64'])).toBe('New: Bowl, $31; Cups, $64');
  expect(statementOf(aBlank({ name: 'hours', label }), 'x'.repeat(STATEMENT_MAX))).toBeNull();
});
