import { describe, expect, it } from 'vitest';
import type { Definition } from './definition.ts';
import type { Schedule } from './schedules.ts';
import { sentenceText } from './sentence-pieces.ts';
import { stepSentence, stepTitle } from './step-sentence.ts';
import { triggerSentence, triggerTitle } from './sentences.ts';
import type { Step } from './steps.ts';
import type { Trigger } from './triggers.ts';

const schedule = (of: Schedule): Trigger => ({
  kind: 'schedule',
  schedule: of,
  timeZone: 'Europe/Berlin',
  missed: 'skip',
});
const ask: Step = {
  kind: 'ask',
  id: 's1',
  assistantId: 'soshie',
  prompt: 'Write one Instagram post from {{run.yesterdays_chats}}. Forty words at most.',
  parts: [
    { name: 'post', label: 'Post', kind: 'text' },
    { name: 'worth', label: 'Worth posting', kind: 'yes_no' },
  ],
};
const check: Step = {
  kind: 'condition',
  id: 's2',
  value: 's1.worth',
  test: 'is',
  than: 'Yes',
  then: [],
  otherwise: [],
  stops: true,
};
const approve: Step = {
  kind: 'approve',
  id: 's3',
  title: 'Instagram post for today',
  text: '{{s1.post}}',
  deadline: { kind: 'time', time: '12:00' },
  ifLate: 'skip',
};
const email: Step = { kind: 'email', id: 's4', to: 'me', subject: '', body: '{{s3.text}}' };
const definition: Definition = {
  trigger: schedule({ every: 'weekday', time: '08:00' }),
  steps: [ask, check, approve, email],
};
const saidOf = (step: Step) => {
  const steps = definition.steps.some((one) => one === step) ? definition.steps : [...definition.steps, step];
  const sentence = stepSentence({ ...definition, steps }, step);
  return [sentenceText(sentence), ...sentence.notes.map(({ text }) => text)];
};

describe('sentences of automations', () => {
  it.each([
    [{ every: 'weekday', time: '08:00' }, 'Every weekday at 8:00, Europe/Berlin'],
    [{ every: 'hour', minute: 15 }, 'Every hour, 15 minutes past, Europe/Berlin'],
    [
      { every: 'week', weekdays: [0, 4, 1], time: '17:30' },
      'Every Monday, Thursday, and Sunday at 17:30, Europe/Berlin',
    ],
    [{ every: 'month', day: 'last', time: '09:00' }, 'Every month on the last day at 9:00, Europe/Berlin'],
    [{ every: 'month', day: 22, time: '09:00' }, 'Every month on the 22nd at 9:00, Europe/Berlin'],
    [{ every: 'year', month: 2, day: 29, time: '00:05' }, 'Every year on February 29 at 0:05, Europe/Berlin'],
    [{ every: 'cron', expression: '0 8 * * 1-5' }, 'On the schedule 0 8 * * 1-5, Europe/Berlin'],
  ] satisfies [Schedule, string][])('say when %j runs', (of, sentence) => {
    expect(sentenceText(triggerSentence(schedule(of)))).toBe(sentence);
  });

  it('name what starts an automation in one line', () => {
    expect(triggerTitle(schedule({ every: 'week', weekdays: [1], time: '07:30' }))).toBe('Every Monday at 7:30');
    expect(triggerTitle({ kind: 'chat', on: 'answer', assistantId: null })).toBe('New answer from any teammate');
    expect(triggerSentence({ kind: 'manual', form: [{ name: 'city', label: 'City', kind: 'text' }] }).notes).toEqual([
      { kind: 'detail', text: 'Asks for City first.' },
    ]);
  });

  it('say what a teammate is asked, with the values as chips', () => {
    expect(stepSentence(definition, ask).pieces).toEqual([
      { kind: 'words', text: 'Ask ' },
      { kind: 'chip', text: 'Soshie' },
      { kind: 'words', text: ' to write one Instagram post from ' },
      { kind: 'chip', text: 'yesterday’s conversations', reference: 'run.yesterdays_chats' },
    ]);
    expect(saidOf({ ...ask, id: 's9', prompt: 'What was asked most?' })).toEqual(['Ask Soshie: What was asked most']);
    expect(saidOf({ ...ask, id: 's9', prompt: ' ' })).toEqual(['Ask Soshie something']);
  });

  it('say what a condition decides, and whether anything was sent when it stops', () => {
    expect(saidOf(check)).toEqual(['If Worth posting is Yes, carry on', 'If not, stop. Nothing is sent.']);
    expect(saidOf({ ...check, id: 's9' })).toEqual([
      'If Worth posting is Yes, carry on',
      'If not, stop. Nothing more is sent.',
    ]);
  });

  it('say what happens without an answer', () => {
    expect(saidOf(approve)).toEqual(['Ask me to approve Post', 'No answer by noon? Skip it.']);
    expect(saidOf({ ...approve, id: 's9', deadline: { kind: 'hours', hours: 48 }, ifLate: 'approve' })).toEqual([
      'Ask me to approve Post',
      'No answer in 2 days? Continue without it.',
    ]);
  });

  it('name a step that isn’t finished by what is missing', () => {
    expect(stepSentence(definition, { ...email, to: '', body: '' }).pieces).toEqual([
      { kind: 'words', text: 'Email ' },
      { kind: 'chip', text: 'a text', isMissing: true },
      { kind: 'words', text: ' to ' },
      { kind: 'chip', text: 'someone', isMissing: true },
    ]);
    expect(saidOf(email)).toEqual(['Email Approved text to me']);
    expect(saidOf({ ...email, id: 's9', body: '{{s99.text}}' })).toEqual(['Email a missing value to me']);
  });

  it('cut a long text between words', () => {
    const [sentence] = saidOf({ kind: 'notify', id: 's9', text: 'word '.repeat(60) });
    expect(sentence).toMatch(/^Notify me: (?:word )+word…$/);
    expect(sentence?.length).toBeLessThan(110);
  });

  it.each([
    [{ kind: 'wait', id: 's9', until: { kind: 'duration', minutes: 120 } }, 'Wait 2 hours', 'Wait'],
    [
      { kind: 'wait', id: 's9', until: { kind: 'quiet_hours', from: '22:00', to: '07:00' } },
      'If it’s after 22:00, wait until 7:00',
      'Wait',
    ],
    [{ kind: 'search', id: 's9', query: 'prices' }, 'Look in the Brain for prices', 'Look in the Brain'],
    [
      { kind: 'webhook', id: 's9', url: 'https://hooks.example.com/a?b', fields: [], recognizesRepeats: false },
      'Call hooks.example.com',
      'Call hooks.example.com',
    ],
    [{ kind: 'loop', id: 's9', over: '', max: 10, steps: [] }, 'For each item of a list:', 'Go through a list'],
    [
      { kind: 'post', id: 's9', assistantId: 'soshie', text: '{{s3.text}}' },
      'Put Approved text into the conversation with Soshie',
      'Message from Soshie',
    ],
    [
      { kind: 'template', id: 's9', templateId: 'welcome', values: {} },
      'Fill in the template welcome',
      'Fill in a template',
    ],
    [
      { kind: 'note', id: 's9', text: 'We close at six. On Sundays too.' },
      'Suggest to the Brain: We close at six',
      'Suggest a fact to the Brain',
    ],
  ] satisfies [Step, string, string][])('say what %j does', (step, sentence, title) => {
    expect([saidOf(step)[0], stepTitle(step)]).toEqual([sentence, title]);
  });
});
