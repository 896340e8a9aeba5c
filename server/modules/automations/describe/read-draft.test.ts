import { describe, expect, test } from 'vitest';
import { STEPS_MAX } from '#contract/automations/automation-limits.ts';
import type { Definition } from '#contract/automations/definition.ts';
import { looseDraftSchema } from '#server/prompts/automation-draft.ts';
import { readDraft } from './read-draft.ts';
import { writeDraft } from './write-draft.ts';

const known = {
  timeZone: 'Europe/Berlin',
  teammate: (name: string) => (/^soshie$/i.test(name) ? ('soshie' as const) : null),
  isTemplate: (id: string) => id === 'welcome-email',
};
/** What a model wrote, with as little in it as it likes. */
const read = (draft: { trigger?: object; steps: object[]; name?: string }, existing: Definition | null = null) =>
  readDraft(looseDraftSchema.parse({ trigger: {}, ...draft }), known, existing);
const weekdays = { kind: 'schedule', every: 'weekday', time: '8:00' };

test('a draft gets our form: ids, values and the owner’s time zone', () => {
  const draft = read({
    name: 'Morning post',
    trigger: weekdays,
    steps: [
      {
        as: 'a',
        kind: 'ask',
        teammate: 'Soshie',
        text: 'A post from {{ run.yesterdays_chats }}',
        parts: [
          { name: 'Post', label: 'Post', kind: 'text' },
          { name: 'worth', label: 'Worth posting', kind: 'yes_no' },
        ],
      },
      { as: 'b', kind: 'condition', value: 'a.worth', test: 'is', than: 'Yes', stops: true },
      { as: 'c', kind: 'approve', subject: 'Today’s post', text: '{{a.post}}', time: '12:00' },
      { as: 'd', kind: 'email', to: 'me', subject: 'The post', text: '{{c.text}}' },
    ],
  });
  expect(draft).toMatchObject({ name: 'Morning post', notes: [] });
  expect(draft?.definition).toEqual({
    trigger: {
      kind: 'schedule',
      schedule: { every: 'weekday', time: '08:00' },
      timeZone: 'Europe/Berlin',
      missed: 'run_once',
    },
    steps: [
      {
        kind: 'ask',
        id: 's1',
        assistantId: 'soshie',
        prompt: 'A post from {{run.yesterdays_chats}}',
        parts: [
          { name: 'post', label: 'Post', kind: 'text' },
          { name: 'worth', label: 'Worth posting', kind: 'yes_no' },
        ],
      },
      {
        kind: 'condition',
        id: 's2',
        value: 's1.worth',
        test: 'is',
        than: 'Yes',
        ifUnknown: 'stop',
        then: [],
        otherwise: [],
        stops: true,
      },
      {
        kind: 'approve',
        id: 's3',
        title: 'Today’s post',
        text: '{{s1.post}}',
        deadline: { kind: 'time', time: '12:00' },
        ifLate: 'skip',
      },
      { kind: 'email', id: 's4', to: 'me', subject: 'The post', body: '{{s3.text}}' },
    ],
  });
});

describe('what isn’t known is left out and said:', () => {
  test.each<[string, Parameters<typeof read>[0], object]>([
    [
      'a step that doesn’t exist',
      { trigger: weekdays, steps: [{ kind: 'fax' }, { kind: 'notify', text: 'Done' }] },
      { notes: ['I left out “fax”: automations have no such step.'] },
    ],
    [
      'a teammate who isn’t on the team',
      { trigger: weekdays, steps: [{ kind: 'ask', teammate: 'finny', text: 'Hello' }] },
      {
        definition: { steps: [{ assistantId: 'brain_ai' }] },
        notes: ['“finny” isn’t on your team, so Brain AI does it.'],
      },
    ],
    [
      'a template that doesn’t exist',
      { trigger: weekdays, steps: [{ kind: 'template', template: 'poem' }] },
      {
        definition: { steps: [{ templateId: '' }] },
        notes: ['I don’t know the template you mean. Please choose one.'],
      },
    ],
    [
      'a value that no earlier step has',
      { trigger: weekdays, steps: [{ as: 'a', kind: 'notify', text: 'Look: {{z.answer}}{{a.text}}.' }] },
      { definition: { steps: [{ text: 'Look: .' }] }, notes: ['I left out a value that no earlier step has.'] },
    ],
    [
      'an address that isn’t one',
      { trigger: weekdays, steps: [{ kind: 'email', to: 'bob', subject: 'A', text: 'B' }] },
      {
        definition: { steps: [{ to: 'me' }] },
        notes: ['“bob” isn’t an email address, so the email goes to you.'],
      },
    ],
    [
      'a beginning that nobody understands',
      { trigger: { kind: 'moon' }, steps: [{ kind: 'notify', text: 'Done' }] },
      {
        definition: { trigger: { kind: 'manual', form: [] } },
        notes: ['I couldn’t tell when it should start, so you start it yourself.'],
      },
    ],
    [
      'a time that isn’t one',
      { trigger: { kind: 'schedule', every: 'week', time: '25:99' }, steps: [{ kind: 'notify', text: 'Done' }] },
      {
        definition: { trigger: { schedule: { every: 'week', weekdays: [1], time: '08:00' } } },
        notes: ['You didn’t say what time, so I chose 8:00.', 'You didn’t say which day, so I chose Monday.'],
      },
    ],
    [
      'a condition three deep, and a step in a list that doesn’t exist',
      {
        trigger: weekdays,
        steps: [
          { as: 'a', kind: 'condition', value: 'run.day', test: 'is_not_empty' },
          { as: 'b', kind: 'condition', inside: 'a.then', value: 'run.day', test: 'is_not_empty' },
          { as: 'c', kind: 'condition', inside: 'b.then', value: 'run.day', test: 'is_not_empty' },
          { as: 'd', kind: 'notify', inside: 'nowhere', text: 'Done' },
        ],
      },
      { definition: { steps: [{ then: [{ then: [] }] }] }, notes: ['I left out a step that I couldn’t place.'] },
    ],
    [
      `more than ${STEPS_MAX} steps`,
      { trigger: weekdays, steps: Array.from({ length: 40 }, () => ({ kind: 'notify', text: 'Done' })) },
      { notes: [`I left out everything after the first ${STEPS_MAX} steps.`] },
    ],
  ])('%s', (_, draft, expected) => {
    expect(read(draft)).toMatchObject(expected);
  });
});

test('a value with a wrong name means the only one that its step has', () => {
  const steps = [
    { as: 'a', kind: 'ask', teammate: 'soshie', text: 'Hello' },
    { as: 'b', kind: 'notify', text: '{{a.text}}' },
  ];
  expect(read({ trigger: weekdays, steps })).toMatchObject({
    definition: { steps: [{}, { text: '{{s1.answer}}' }] },
    notes: [],
  });
});

test('without a step it is no draft', () => {
  expect(read({ trigger: weekdays, steps: [{ kind: 'fax' }] })).toBeNull();
});

const everything: Definition = {
  trigger: { kind: 'webhook', check: 'signature' },
  steps: [
    { kind: 'search', id: 'sk', query: 'bowls {{trigger.body}}' },
    {
      kind: 'loop',
      id: 'sl',
      over: 'sk.facts',
      max: 7,
      steps: [
        { kind: 'note', id: 'sn', text: '{{sl.item}}' },
        { kind: 'post', id: 'sp', assistantId: 'soshie', text: '{{sl.number}}' },
      ],
    },
    {
      kind: 'condition',
      id: 'sc',
      value: 'sk.count',
      test: 'more_than',
      than: '3',
      then: [{ kind: 'wait', id: 'sw', until: { kind: 'duration', minutes: 90 } }],
      otherwise: [{ kind: 'wait', id: 'sq', until: { kind: 'quiet_hours', from: '20:00', to: '07:00' } }],
      stops: false,
    },
    { kind: 'wait', id: 'st', until: { kind: 'time', time: '09:00' } },
    { kind: 'template', id: 'sm', templateId: 'welcome-email', values: { name: '{{sk.found}}' } },
    {
      kind: 'webhook',
      id: 'sh',
      url: 'https://example.com/in',
      fields: [
        { name: 'a', value: '{{sm.text}}' },
        { name: 'b', value: '2' },
      ],
      recognizesRepeats: true,
    },
    {
      kind: 'approve',
      id: 'sa',
      title: 'Text',
      text: '{{sm.text}}',
      deadline: { kind: 'hours', hours: 3 },
      ifLate: 'refuse',
    },
    { kind: 'notify', id: 'si', text: 'Done' },
  ],
};

test('a draft that a model returns unchanged stays as it was, with all that a model isn’t told', () => {
  const told = { name: 'Bowls', description: 'What people ask.', definition: everything };
  expect(readDraft(writeDraft(told), known, everything)).toEqual({ ...told, notes: [] });
});

test('steps that are added to a draft get ids that no other step has', () => {
  const told = writeDraft({ name: 'Bowls', description: '', definition: everything });
  const changed = looseDraftSchema.parse({ ...told, steps: [{ kind: 'notify', text: 'First' }, ...told.steps] });
  expect(readDraft(changed, known, everything)?.definition.steps.map(({ id }) => id)).toEqual([
    's1',
    'sk',
    'sl',
    'sc',
    'st',
    'sm',
    'sh',
    'sa',
    'si',
  ]);
});
