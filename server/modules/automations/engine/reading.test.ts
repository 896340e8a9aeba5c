import { expect, test } from 'vitest';
import { withUsedFields } from '../hooks/used-fields.ts';
import { readingOf } from './reading.ts';

test('days are compared in the zone of a schedule, wherever its owner is, and otherwise in the owner’s', () => {
  const schedule = { every: 'day', time: '08:00' } as const;
  const trigger = { kind: 'schedule', schedule, timeZone: 'America/New_York', missed: 'skip' } as const;
  expect(readingOf({ trigger, steps: [] }, 'Europe/Athens').timeZone).toBe('America/New_York');
  expect(readingOf({ trigger: { kind: 'manual', form: [] }, steps: [] }, 'Europe/Athens').timeZone).toBe(
    'Europe/Athens',
  );
});

test('an automation is saved with those fields of its calls that its steps use, and knows their kinds', () => {
  const field = (name: string) => ({ name, label: name, kind: 'number' as const }); // reason: a kind
  const lines = { name: 'lines', label: 'Lines', kind: 'list' as const, items: [field('qty'), field('sku')] }; // reason: a kind
  const saved = withUsedFields({
    trigger: { kind: 'webhook', check: 'secret', fields: [field('stock'), field('other'), lines] },
    steps: [
      { kind: 'notify', id: 's1', text: '{{trigger.stock}}' },
      {
        kind: 'loop',
        id: 's2',
        over: 'trigger.lines',
        max: 50,
        steps: [{ kind: 'notify', id: 's3', text: '{{s2.item_qty}}' }],
      },
    ],
  });
  expect(saved.trigger).toMatchObject({ fields: [{ name: 'stock' }, { name: 'lines', items: [{ name: 'qty' }] }] });
  const { kindOf } = readingOf(saved, 'UTC');
  expect(['trigger.stock', 's2.item_qty', 'trigger.other'].map(kindOf)).toEqual(['number', 'number', undefined]);
});
