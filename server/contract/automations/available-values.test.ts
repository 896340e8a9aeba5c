import { expect, test } from 'vitest';
import { valuesBefore } from './available-values.ts';
import { mergeFields, withCallFields } from './call-fields.ts';
import type { Definition } from './definition.ts';
import type { Step } from './steps.ts';

const labels = (definition: Definition, stepId: string) =>
  Object.fromEntries(valuesBefore(definition, stepId).map(({ reference, label }) => [reference, label]));
const ask = (id: string): Step => ({ kind: 'ask', id, assistantId: 'soshie', prompt: 'Hello', parts: [] });
const notify: Step = { kind: 'notify', id: 's9', text: '' };

test('two values with one name carry the number of their step', () => {
  const definition: Definition = { trigger: { kind: 'manual', form: [] }, steps: [ask('s1'), ask('s2'), notify] };
  expect(labels(definition, 's9')).toMatchObject({ 's1.answer': 'Answer (step 2)', 's2.answer': 'Answer (step 3)' });
  expect(labels(definition, 's2')).toMatchObject({ 's1.answer': 'Answer' });
});

test('the fields of calls can be used, and inside a loop those of the objects in its list', () => {
  const loop: Step = { kind: 'loop', id: 's1', over: 'trigger.lines', max: 50, steps: [notify] };
  const lines = {
    name: 'lines',
    label: 'Lines',
    kind: 'list',
    items: [{ name: 'qty', label: 'Qty', kind: 'number' }],
  } as const;
  const definition = withCallFields({ trigger: { kind: 'webhook', check: 'secret' }, steps: [loop] }, [
    { ...lines, items: [...lines.items] },
  ]);
  expect(labels(definition, 's1')).toMatchObject({ 'trigger.lines': 'Lines', 'trigger.body': 'What was sent' });
  expect(labels(definition, 's9')).toMatchObject({ 's1.item_qty': 'Qty of the item', 's1.item': 'Item' });
});

test('fields whose calls disagree about their kind are lists or texts', () => {
  const field = (name: string, kind: 'text' | 'number' = 'text') => ({ name, label: name, kind });
  expect(mergeFields([field('a')], [field('a', 'number'), field('b')])).toEqual([field('a'), field('b')]);
  expect(mergeFields([field('a', 'number')], [field('a')])).toEqual([field('a')]);
});

test('two values of one step with one name carry the name of their field', () => {
  const definition = withCallFields({ trigger: { kind: 'webhook', check: 'secret' }, steps: [notify] }, [
    { name: 'order_total', label: 'Order total', kind: 'number' },
    { name: 'orderTotal', label: 'Order total', kind: 'number' },
  ]);
  expect(labels(definition, 's9')).toMatchObject({
    'trigger.order_total': 'Order total (order_total)',
    'trigger.orderTotal': 'Order total (orderTotal)',
  });
});
