import { expect, test } from 'vitest';
import { ASSISTANTS } from '#contract/chat/assistants.ts';
import { draftAutomation, looseDraftSchema, type LooseDraft } from '#server/prompts/automation-draft.ts';
import { composeTask, isTask } from './compose-task.ts';

const team = ASSISTANTS.map(({ id, name, role }) => ({ id, name, role }));
function request(text: string, draft: LooseDraft | null = null) {
  const { id, write } = draftAutomation;
  const { instructions, content } = write({ text, team, templates: [], draft });
  return { task: id, instructions, turns: [{ role: 'user' as const, text: content }] };
}
const drafted = (text: string, before: LooseDraft | null = null): LooseDraft =>
  looseDraftSchema.parse(JSON.parse(composeTask(request(text, before)) ?? ''));

test('finds the day, the teammate and what happens to the result', () => {
  const { trigger, steps, description } = drafted(
    'Every weekday at 8:00 let Soshie draft a post from yesterday’s conversation, ask me, then put it into our conversation and email it to me',
  );
  expect(trigger).toMatchObject({ kind: 'schedule', every: 'weekday', time: '08:00' });
  expect(steps.map(({ kind, teammate, text }) => [kind, teammate, text])).toEqual([
    ['ask', 'soshie', 'Draft a post from yesterday’s conversation.\n\n{{run.yesterdays_chats}}'],
    ['approve', '', '{{n0.answer}}'],
    ['post', 'soshie', '{{n1.text}}'],
    ['email', '', '{{n1.text}}'],
  ]);
  expect(description).toBe('Drafted by the sandbox, because no model is connected.');
});

test.each<[string, object]>([
  ['On Mondays and Thursdays at 5 pm, notify me', { kind: 'schedule', every: 'week', weekdays: [1, 4], time: '17:00' }],
  ['On the last day of every month, tell me', { kind: 'schedule', every: 'month', day: 0 }],
  ['On the 15th of each month at noon, tell me', { kind: 'schedule', every: 'month', day: 15, time: '12:00' }],
  ['Each morning at 7:30 am, tell me', { kind: 'schedule', every: 'day', time: '07:30' }],
  ['Hourly, tell me', { kind: 'schedule', every: 'hour' }],
  ['When Cassie has answered a question, tell me', { kind: 'chat', on: 'answer', teammate: 'cassie' }],
  ['Whenever a new conversation starts, tell me', { kind: 'chat', on: 'conversation', teammate: '' }],
  ['When a document is added, tell me', { kind: 'brain', on: 'source' }],
  ['As soon as my team learns a fact, tell me', { kind: 'brain', on: 'fact' }],
  ['When an order comes in, tell me', { kind: 'webhook' }],
  ['Tell me by hand', { kind: 'manual' }],
  ['Tell me something', { kind: '' }],
])('reads when it starts: %s', (sentence, trigger) => {
  expect(drafted(sentence)).toMatchObject({ trigger, steps: [{ kind: 'notify' }] });
});

test('asks whether it is worth it if the sentence wants that', () => {
  const { steps } = drafted(
    'Every day at 9, let Emmie write a newsletter, only if it’s worth it, and email it to bo@shop.example',
  );
  expect(steps).toMatchObject([
    { kind: 'ask', teammate: 'emmie', parts: [{ name: 'draft' }, { name: 'worth', kind: 'yes_no' }] },
    { kind: 'condition', test: 'is', than: 'Yes', stops: true },
    { kind: 'email', to: 'bo@shop.example' },
  ]);
});

test('adds to the draft that there is', () => {
  const before = drafted('Every day at 9, let Emmie write a newsletter');
  const after = drafted('wait 2 hours, then call https://shop.example/in', before);
  expect(after.trigger).toEqual(before.trigger);
  expect(after.steps).toMatchObject([
    { kind: 'ask' },
    { kind: 'wait', minutes: 120 },
    { kind: 'webhook', url: 'https://shop.example/in' },
  ]);
});

test('faults written into the sentence mean nothing', () => {
  expect(isTask(request('[sandbox: 500] Tell me'))).toBe(true);
});
