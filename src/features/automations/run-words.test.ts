import { describe, expect, it } from 'vitest';
import { pollOf, runLine, runName, stripOf } from './run-words.ts';

const NOW = new Date('2026-11-20T09:00:00Z');
const BERLIN = 'Europe/Berlin';
const RUN = {
  status: 'done' as const, // reason: the tests below change it
  reason: '',
  dueAt: '2026-11-20T07:00:00Z',
  startedAt: '2026-11-20T07:00:01Z',
  resumeAt: null,
  endedAt: '2026-11-20T07:09:02Z',
};

it('a run is called after the moment it was due, where its owner lives', () =>
  expect(runName(RUN, BERLIN)).toBe('Friday, November 20, 8:00 AM'));

describe('a run in a list says', () => {
  it.each([
    [{}, 'Took 9 min'],
    [{ status: 'queued' as const }, 'Waiting for its turn'],
    [
      { status: 'queued' as const, reason: 'Waits for the run before it to end.' },
      'Waits for the run before it to end.',
    ],
    [{ status: 'waiting' as const, endedAt: null, resumeAt: '2026-11-21T07:00:00Z' }, 'Until tomorrow, 8:00 AM'],
    [{ status: 'failed' as const, reason: 'The mailbox is full.' }, 'The mailbox is full.'],
    [{ status: 'canceled' as const }, ''],
  ])('%j: %s', (change, line) => expect(runLine({ ...RUN, ...change }, NOW, BERLIN)).toBe(line));
});

it('runs are checked often while one is running, and not at all once all have ended', () => {
  expect(pollOf([{ status: 'done' }, { status: 'running' }])).toBe(1_500);
  expect(pollOf([{ status: 'waiting' }])).toBe(20_000);
  expect(pollOf([{ status: 'queued' }])).toBe(1_500);
  expect(pollOf([{ status: 'queued', reason: 'Waits for the run before it to end.' }])).toBe(20_000);
  expect(pollOf([{ status: 'done' }, { status: 'failed' }])).toBe(false);
});

it('a run that waits is checked often when its time comes', () => {
  const now = Date.parse('2026-11-26T08:00:00Z');
  const until = (resumeAt: string) => pollOf([{ status: 'waiting', resumeAt }], now);
  expect(until('2026-11-26T08:00:08Z')).toBe(1_500);
  expect(until('2026-11-26T07:59:50Z')).toBe(1_500);
  expect(until('2026-11-26T08:30:00Z')).toBe(20_000);
  expect(until('2026-11-26T07:30:00Z')).toBe(20_000);
});

it('the strip has the last runs that have ended, oldest first', () => {
  const runs = (['running', 'failed', 'done', 'skipped', 'done', 'done'] as const).map((status) => ({ status }));
  expect(stripOf(runs, 4)).toEqual({
    bars: ['done', 'other', 'done', 'failed'],
    fine: { runs: 4, succeeded: 3 },
    words: '2 done, 1 skipped, stopped or canceled, 1 failed',
  });
});
