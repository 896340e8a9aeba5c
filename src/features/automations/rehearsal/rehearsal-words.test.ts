import { describe, expect, it } from 'vitest';
import type { Rehearsal, RehearsedRun, RehearsedStep } from '#src/domain/automations/automation.ts';
import {
  isNothingSent,
  markOf,
  quietDays,
  rehearsalFigures,
  rehearsalTitle,
  runInShort,
  weeksOf,
  writtenBy,
} from './rehearsal-words.ts';

const step = (more: Partial<RehearsedStep> = {}): RehearsedStep => ({
  stepId: 's1',
  kind: 'ask',
  assistantId: 'soshie',
  items: [],
  onlyIf: null,
  at: null,
  outcome: 'written',
  text: 'Soshie would write this.',
  body: 'Bowls.\nMore.',
  ...more,
});
const run = (steps: RehearsedStep[], more: Partial<RehearsedRun> = {}): RehearsedRun => ({
  at: '2026-11-23T08:00:00Z',
  about: null,
  steps,
  moreSteps: 0,
  stopsAt: null,
  ...more,
});
const schedule: Rehearsal['trigger'] = {
  kind: 'schedule',
  schedule: { every: 'weekday', time: '08:00' },
  timeZone: 'America/New_York',
  missed: 'skip',
};
const rehearsal = (more: Partial<Rehearsal> = {}): Rehearsal => ({
  id: '1',
  status: 'done',
  version: 1,
  isOutdated: false,
  createdAt: '2026-11-20T08:00:00Z',
  trigger: schedule,
  timeZone: 'America/New_York',
  days: [],
  nextRunAt: null,
  plannedRuns: 9,
  runs: [run([step()]), run([step()])],
  messages: 9,
  approvals: 1,
  emails: 0,
  isAtMost: false,
  answersWritten: 2,
  ...more,
});
const stopped = run([], { stopsAt: { stepId: 's2', why: 'No.' } });

it('says what was looked at', () => {
  expect(rehearsalTitle(rehearsal())).toBe('The next 14 days, rehearsed');
  const event = { trigger: { kind: 'chat', on: 'answer', assistantId: null } } as const; // reason: a trigger’s literals
  const runs = [run([], { about: 'Do you ship?' })];
  expect(rehearsalTitle(rehearsal({ ...event, runs, plannedRuns: 8 }))).toBe('The last 8 answers, rehearsed');
  expect(rehearsalTitle(rehearsal({ ...event, runs, plannedRuns: 1 }))).toBe('The last answer, rehearsed');
  expect(rehearsalTitle(rehearsal({ ...event, runs: [run([])], plannedRuns: 1 }))).toBe('One run, rehearsed');
});

it('names who wrote, and from what', () => {
  const fromChats = [
    { kind: 'ask', id: 's1', assistantId: 'soshie', prompt: '{{run.yesterdays_chats}}', parts: [] },
  ] as const; // reason: a step’s literals
  expect(writtenBy(rehearsal(), [{ ...fromChats[0], parts: [] }])).toBe(
    'Soshie wrote these texts from your last two weeks of chats, so the real ones will read differently.',
  );
  const cut = [run([step()]), run([step({ outcome: 'would' })])];
  expect(writtenBy(rehearsal({ runs: cut, answersWritten: 10 }), [])).toBe(
    'Soshie wrote this text, so the real one will read differently. After 10 answers, you see what would be asked.',
  );
  expect(writtenBy(rehearsal({ runs: [], answersWritten: 0 }), [])).toBe('');
});

it('says what the runs would use, and what is left', () => {
  const labels = (more: Partial<Rehearsal>, limit: number | 'unlimited' = 2_000) =>
    rehearsalFigures(rehearsal(more), { used: 144, limit }).map(({ value, label }) => `${value} ${label}`);
  expect(labels({})).toEqual([
    '9 runs, every weekday at 8:00',
    '1 text for you to approve',
    '9 messages, of 1,856 left',
    '0 messages used by this rehearsal',
  ]);
  expect(labels({ isAtMost: true, timeZone: 'Europe/Berlin' }, 'unlimited')).toEqual([
    '9 runs, every weekday at 8:00 in New York',
    '1 text at most for you to approve',
    '9 messages at most',
    '0 messages used by this rehearsal',
  ]);
});

describe('a day', () => {
  it('goes, stops, depends, waits to be rehearsed, or has no run', () => {
    expect(markOf([run([step()])], 1)).toBe('goes');
    expect(markOf([stopped], 1)).toBe('stops');
    expect(markOf([stopped, run([step()])], 2)).toBe('goes');
    expect(markOf([run([step({ outcome: 'unclear' })])], 1)).toBe('unclear');
    expect(markOf([], 1)).toBe('open');
    expect(markOf([], 0)).toBe('none');
  });

  it('is in a week that begins on Monday', () => {
    const days = Array.from({ length: 14 }, (_, index) => ({
      day: new Date(Date.UTC(2026, 10, 20 + index)).toISOString().slice(0, 10),
      runs: [5, 6, 0].includes(new Date(Date.UTC(2026, 10, 20 + index)).getUTCDay()) ? 0 : 1,
    }));
    const weeks = weeksOf(days);
    expect(weeks.map(({ name, days: of }) => `${name} ${of.length}`)).toEqual([
      'This week 3',
      'Next week 7',
      'The week after 4',
    ]);
    expect(weeks.map(quietDays)).toEqual(['', 'Friday, Saturday, and Sunday: nothing runs.', '']);
  });
});

it('a run in short is what would be written, or else what would happen first', () => {
  expect(runInShort(run([step()]))).toBe('Bowls.');
  const notify = step({ kind: 'notify', outcome: 'would', text: 'You would be notified.', body: 'Hello' });
  expect(runInShort(run([step({ kind: 'condition', outcome: 'would', body: null }), notify]))).toBe(
    'You would be notified.',
  );
  expect(isNothingSent(run([step()]))).toBe(true);
  expect(isNothingSent(run([notify]))).toBe(false);
});
