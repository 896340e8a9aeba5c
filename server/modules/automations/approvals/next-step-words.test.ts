import { expect, test } from 'vitest';
import type { Step } from '#contract/automations/steps.ts';
import { nextStepWords } from './next-step-words.ts';

const approve = (id: string): Step => ({
  kind: 'approve',
  id,
  title: '',
  text: '',
  deadline: { kind: 'hours', hours: 1 },
  ifLate: 'skip',
});
const post: Step = { kind: 'post', id: 's9', assistantId: 'soshie', text: '' };
const condition = (...then: Step[]): Step => ({
  kind: 'condition',
  id: 's5',
  value: '',
  test: 'is',
  than: '',
  then,
  otherwise: [],
  stops: false,
});
const loop = (...steps: Step[]): Step => ({ kind: 'loop', id: 's6', over: '', max: 5, steps });

test.each([
  [[approve('s1')], 's1', 'If you approve, the automation is done.'],
  [[approve('s1'), post], 's1', 'If you approve, Soshie puts it into the automation’s conversation.'],
  [
    [condition(approve('s1')), { kind: 'email', id: 's2', to: 'nina@shop.example', subject: '', body: '' }],
    's1',
    'If you approve, an email goes to nina@shop.example.',
  ],
  [[loop(approve('s1')), post], 's6:0/s1', 'If you approve, the automation continues with the next item.'],
  [
    [loop(condition(approve('s1')), post)],
    's6:2/s1',
    'If you approve, Soshie puts it into the automation’s conversation.',
  ],
  [
    [
      approve('s1'),
      { kind: 'webhook', id: 's2', url: 'https://hooks.shop.example/a?secret=1', fields: [], recognizesRepeats: false },
    ],
    's1',
    'If you approve, it’s sent to hooks.shop.example.',
  ],
  [[post], 's1', ''],
] satisfies [Step[], string, string][])('an approval says what comes after it: %#', (steps, key, words) => {
  expect(nextStepWords({ steps }, key)).toBe(words);
});
