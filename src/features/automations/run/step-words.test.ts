import { describe, expect, it } from 'vitest';
import type { Definition } from '#contract/automations/definition.ts';
import type { RunStep } from '#src/domain/automations/automation.ts';
import { runTime, stepsDone, stepsSentence, triesOf } from './run-figures.ts';
import { answeredLine, namedValues, ranTitle, saidText } from './step-words.ts';

const DEFINITION: Definition = {
  trigger: { kind: 'manual', form: [] },
  steps: [
    {
      kind: 'ask',
      id: 's1a',
      assistantId: 'soshie',
      prompt: 'Write a post.',
      parts: [
        { name: 'post', label: 'Post', kind: 'text' },
        { name: 'worth', label: 'Worth posting', kind: 'yes_no' },
      ],
    },
    { kind: 'condition', id: 's2a', value: 's1a.worth', test: 'is', than: 'Yes', then: [], otherwise: [], stops: true },
    {
      kind: 'approve',
      id: 's3a',
      title: 'Post',
      text: '{{s1a.post}}',
      deadline: { kind: 'hours', hours: 2 },
      ifLate: 'skip',
    },
    { kind: 'email', id: 's4a', to: 'me', subject: 'Post', body: '{{s3a.text}}' },
  ],
};
const ran = (stepId: string, kind: RunStep['kind'], changes: Partial<RunStep> = {}): RunStep => ({
  key: stepId,
  stepId,
  kind,
  assistantId: null,
  items: [],
  status: 'done',
  input: {},
  output: {},
  error: '',
  detail: '',
  attempts: [],
  startedAt: '2026-11-19T07:00:00.000Z',
  endedAt: '2026-11-19T07:14:00.000Z',
  resumeAt: null,
  messages: 0,
  approval: null,
  ...changes,
});
const approval = {
  id: '0b9e4a3c-6a39-4f0e-9d0b-0a6f2b7f7a11',
  status: 'approved' as const,
  deadline: '2026-11-19T11:00:00.000Z',
  from: 'email' as const,
  isEdited: false,
}; // the literals are those of the type
const titleOf = (step: RunStep) =>
  ranTitle(
    DEFINITION,
    DEFINITION.steps.find(({ id }) => id === step.stepId),
    step,
  );

describe('a step of a run is told in words', () => {
  it.each([
    [ran('s1a', 'ask'), 'Soshie answered'],
    [ran('s1a', 'ask', { status: 'running' }), 'Soshie is writing'],
    [ran('s1a', 'ask', { items: [2] }), 'Item 2: Soshie answered'],
    [ran('s2a', 'condition', { input: { value: 'Yes' }, output: { holds: true } }), 'Worth posting was Yes'],
    [
      ran('s2a', 'condition', { input: { value: 'No' }, output: { holds: false } }),
      'Worth posting was No, so the condition wasn’t met',
    ],
    [ran('s2a', 'condition', { input: { value: 'x'.repeat(90) } }), 'The condition wasn’t met'],
    [ran('s3a', 'approve', { approval }), 'You approved it'],
    [ran('s3a', 'approve', { status: 'waiting' }), 'Waiting for your answer'],
    [ran('s4a', 'email', { status: 'failed' }), 'The email didn’t go out'],
    [ran('s4a', 'email', { status: 'unknown' }), 'The email may have gone out'],
    [ran('s9z', 'email'), 'A step'],
  ])('%#', (step, title) => expect(titleOf(step)).toBe(title));
});

it('an answer says where it came from, when, and whether anything changed', () => {
  const step = ran('s3a', 'approve', { approval });
  expect(answeredLine(step, 'Europe/Berlin')).toBe('From the email, at 8:14 AM. Nothing changed.');
  expect(answeredLine({ ...step, approval: { ...approval, from: 'app', isEdited: true } }, 'UTC')).toBe(
    'In Tenfold, at 7:14 AM. With your changes.',
  );
  expect(answeredLine(ran('s1a', 'ask'))).toBeNull();
});

it('what a teammate wrote is shown, and an approved text again only if it was changed', () => {
  expect(saidText(ran('s1a', 'ask', { output: { worth: true, post: 'The bowl is back.' } }))).toBe('The bowl is back.');
  const marked = '## Posts\n\n1. **Collect:** *one* note, 2 * 3 * 4.\n* Write';
  expect(saidText(ran('s1a', 'ask', { output: { answer: marked } }))).toBe(
    'Posts\n\n1. Collect: one note, 2 * 3 * 4.\n* Write',
  );
  const approved = ran('s3a', 'approve', { approval, output: { text: 'The bowl is back.' } });
  expect(saidText(approved)).toBeNull();
  expect(saidText({ ...approved, approval: { ...approval, isEdited: true } })).toBe('The bowl is back.');
});

it('values have the names that their owner gave, or readable ones', () => {
  const output = { post: 'Hello', worth: true, tags: ['a', 'b'], empty: '' };
  expect(namedValues(output, DEFINITION.steps[0])).toEqual([
    { name: 'Post', text: 'Hello' },
    { name: 'Worth posting', text: 'Yes' },
    { name: 'Tags', text: 'a; b' },
  ]);
  expect(namedValues({ customerName: 'Ines' }, undefined)).toEqual([{ name: 'Customer name', text: 'Ines' }]);
});

describe('the figures of a run', () => {
  it('steps count as done once each, those of loops with their loop', () => {
    const steps = [ran('s1a', 'ask'), ran('s2a', 'condition'), ran('s4a', 'email', { status: 'failed' })];
    expect(stepsDone({ definition: DEFINITION, steps })).toEqual({ done: 2, of: 4 });
  });

  it.each([
    [{ done: 4, of: 5 }, 'Four of five steps are done.'],
    [{ done: 1, of: 5 }, 'One of five steps is done.'],
    [{ done: 0, of: 2 }, 'Neither of the two steps is done.'],
    [{ done: 0, of: 5 }, 'None of the five steps is done.'],
    [{ done: 3, of: 3 }, 'All three steps are done.'],
    [{ done: 1, of: 1 }, 'The only step is done.'],
    [{ done: 0, of: 1 }, 'The only step isn’t done.'],
  ])('%j: %s', (count, sentence) => expect(stepsSentence(count)).toBe(sentence));

  it('the time says how much of it was waiting for the owner', () => {
    const run = {
      startedAt: '2026-11-19T07:00:00.000Z',
      endedAt: '2026-11-19T07:25:00.000Z',
    };
    const steps = [ran('s3a', 'approve', { approval })];
    expect(runTime({ run, steps }, new Date())).toEqual({
      total: '25 min',
      label: '14 min of it waiting for you',
    });
  });

  it('each attempt says what came after it', () => {
    const attempts = ['07:14:10', '07:15:12', '07:25:20'].map((time) => ({
      at: `2026-11-19T${time}.000Z`,
      error: 'The mailbox is full.',
    }));
    const after = (resumeAt: string | null) => triesOf({ attempts, resumeAt }).map((one) => one.after);
    expect(after(null)).toEqual(['waited 1 min', 'waited 10 min', 'gave up']);
    expect(after('2026-11-19T07:35:20.000Z').at(-1)).toBe('tries again');
  });
});
