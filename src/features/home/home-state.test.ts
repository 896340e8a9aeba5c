import { describe, expect, it } from 'vitest';
import type { Recent } from './home-data.ts';
import { firstHourOf, greetingOf, listedConversations, nextTask, teammatesToMeet } from './home-state.ts';

const conversation = (id: string, hasNewAnswer = false): Recent => ({
  id,
  assistantId: 'emmie',
  hasNewAnswer,
  title: 'Kiln opening',
  preview: 'Forty bowls, still warm.',
  createdAt: '2026-11-20T09:00:00.000Z',
  updatedAt: '2026-11-20T09:00:00.000Z',
  isStreaming: false as const,
  isPrivate: false,
});
const recent = ['c1', 'c2', 'c3', 'c4', 'c5', 'c6', 'c7'].map((id) => conversation(id));
const withAnswers = (...ids: string[]) => recent.map((row) => ({ ...row, hasNewAnswer: ids.includes(row.id) }));
const facts: Parameters<typeof nextTask>[0] = {
  recent,
  automations: { waiting: [], runs: [] },
  goals: ['sales', 'traffic'],
  met: ['emmie'],
  tier: 'ultimate',
  isPutOff: () => false,
};

it('SHELL-3: the heading counts the answers that wait', () => {
  expect([greetingOf(2), greetingOf(1), greetingOf(0)]).toEqual([
    'Welcome back. Two answers are waiting.',
    'Welcome back. One answer is waiting.',
    'Welcome back. All caught up.',
  ]);
});

describe('SHELL-7: the one next task', () => {
  it('is the newest unread answer, and its conversation isn’t listed a second time', () => {
    const task = nextTask({ ...facts, recent: withAnswers('c2', 'c3') });
    expect(task).toMatchObject({
      title: 'Read Emmie’s answer.',
      text: 'Kiln opening: Forty bowls, still warm.',
      opens: { c: 'c2' },
    });
    expect(listedConversations(recent, task).map(({ id }) => id)).toEqual(['c1', 'c3', 'c4', 'c5', 'c6']);
  });

  it('is otherwise a job for a goal, with a teammate that the plan opens and they haven’t met', () => {
    expect(nextTask(facts)).toMatchObject({ assistantId: 'seomi', text: expect.stringMatching(/get more traffic\.$/) });
    expect(nextTask({ ...facts, met: ['emmie', 'seomi'], tier: 'starter' }), 'the others are locked').toBeNull();
    expect(nextTask({ ...facts, met: ['emmie', 'seomi', 'milli', 'soshie'] }), 'all met').toBeNull();
    expect(listedConversations(recent, nextTask(facts))).toHaveLength(5);
  });

  it('that was put off until tomorrow makes room for the next one', () => {
    const unread = withAnswers('c2');
    expect(nextTask({ ...facts, recent: unread, isPutOff: (key) => key === 'answer-c2' })?.key).toBe('goal');
    expect(nextTask({ ...facts, recent: unread, isPutOff: () => true })).toBeNull();
  });
});

describe('SHELL-8: the first hour', () => {
  const none = { website: null, isSkipped: false };
  const read = { website: { state: 'ready' as const }, isSkipped: false };

  it('is ticked from data: the business, the website, a first question, three teammates', () => {
    const nothing = { hasWebsite: false, isAsked: false, hasMetThree: false };
    expect(firstHourOf([], [], none)).toEqual({ ...nothing, next: 'website', done: 1 });
    expect(firstHourOf([], [], read)).toEqual({ ...nothing, hasWebsite: true, next: 'ask', done: 2 });
    expect(firstHourOf([conversation('c1')], ['emmie'], read)).toEqual({
      ...nothing,
      hasWebsite: true,
      isAsked: true,
      next: 'meet',
      done: 3,
    });
  });

  it('waits for no website that there isn’t or that can’t be read', () => {
    expect(firstHourOf([], [], { website: { state: 'failed' }, isSkipped: false })).toMatchObject({
      next: 'website',
      done: 1,
    });
    expect(firstHourOf([], [], { website: null, isSkipped: true })).toMatchObject({ next: 'ask', done: 1 });
  });

  it('is over once nothing is left to do, or after the fifth conversation', () => {
    const met = ['emmie', 'seomi', 'brain_ai'] as const;
    expect(firstHourOf([conversation('c1')], met, none)).toMatchObject({ next: 'website', done: 3 });
    expect(firstHourOf([conversation('c1')], met, read)).toBeNull();
    expect(firstHourOf([conversation('c1')], met, { website: null, isSkipped: true })).toBeNull();
    expect(firstHourOf(recent.slice(0, 4), ['emmie'], none)).not.toBeNull();
    expect(firstHourOf(recent.slice(0, 5), ['emmie'], none)).toBeNull();
  });

  it('introduces only teammates that the plan opens, those behind the goals first', () => {
    expect(teammatesToMeet(['sales', 'traffic'], 'ultimate').map(({ id }) => id)).toEqual(['emmie', 'seomi', 'milli']);
    expect(teammatesToMeet(['leads'], 'starter').map(({ id }) => id)).toEqual([
      'content_writer',
      'code_helper',
      'data_analyst',
    ]);
  });
});
