import { describe, expect, test } from 'vitest';
import type { StepOf } from '#contract/automations/steps.ts';
import { momentOf, nextTime } from './next-time.ts';
import type { StepContext } from './step-handler.ts';
import { waitStep } from './wait.ts';

const NOW = new Date('2026-11-16T09:00:00Z');
type Until = StepOf<'wait'>['until'];
const wait = (until: Until): StepOf<'wait'> => ({ kind: 'wait', id: 's1', until });
// What a wait looks at; it needs nothing else.
const context = (given: Partial<Pick<StepContext, 'now' | 'waiting'>> = {}) =>
  ({ now: NOW, timeZone: 'Europe/Berlin', waiting: null, ...given }) as StepContext; // reason: see above

describe('a wait', () => {
  test.each([
    [{ kind: 'duration', minutes: 90 }, '2026-11-16T10:30:00.000Z'],
    [{ kind: 'time', time: '11:00' }, '2026-11-16T10:00:00.000Z'],
    [{ kind: 'time', time: '10:00' }, '2026-11-17T09:00:00.000Z'],
    [{ kind: 'quiet_hours', from: '09:30', to: '10:15' }, '2026-11-16T09:15:00.000Z'],
    [{ kind: 'quiet_hours', from: '22:00', to: '21:00' }, '2026-11-16T20:00:00.000Z'],
  ] satisfies [Until, string][])('of %j lasts until %s', async (until, end) => {
    const outcome = await waitStep.run(wait(until), context());
    expect(outcome).toMatchObject({ kind: 'waits', until: new Date(end) });
    const waiting = { since: NOW, until: new Date(end) };
    const before = context({ waiting, now: new Date(Date.parse(end) - 1) });
    expect(await waitStep.run(wait(until), before)).toMatchObject({ kind: 'waits', until: new Date(end) });
    expect(await waitStep.run(wait(until), context({ waiting, now: new Date(end) }))).toMatchObject({ kind: 'done' });
  });

  test('isn’t needed outside of the quiet hours', async () => {
    const step = wait({ kind: 'quiet_hours', from: '22:00', to: '07:00' });
    expect(await waitStep.run(step, context())).toMatchObject({ kind: 'done' });
    const rehearsed = await waitStep.rehearse(step, { ...context(), takeAnswer: () => false });
    expect(rehearsed).toEqual({
      outcome: 'would',
      text: 'It wouldn’t wait: these aren’t the quiet hours.',
      body: null,
      output: {},
    });
  });

  test('that is rehearsed says until when, and where the time goes on', async () => {
    const rehearsed = await waitStep.rehearse(wait({ kind: 'time', time: '08:00' }), {
      ...context(),
      takeAnswer: () => false,
    });
    expect(rehearsed).toMatchObject({
      text: 'It would wait until 8:00, to Tuesday, November 17, 8:00 AM.',
      until: new Date('2026-11-17T07:00:00Z'),
    });
  });
});

describe('a time of day', () => {
  test.each([
    ['2026-03-29', '02:30', 'Europe/Berlin', '2026-03-29T01:30:00.000Z'],
    ['2026-10-25', '02:30', 'Europe/Berlin', '2026-10-25T00:30:00.000Z'],
    ['2026-03-08', '02:30', 'America/New_York', '2026-03-08T07:30:00.000Z'],
    ['2026-10-04', '02:15', 'Australia/Lord_Howe', '2026-10-03T15:45:00.000Z'],
    ['2026-04-05', '03:00', 'Australia/Lord_Howe', '2026-04-04T16:30:00.000Z'],
    ['2028-02-29', '00:00', 'UTC', '2028-02-29T00:00:00.000Z'],
  ])('%s %s in %s is one moment, also when the clocks change', (day, time, timeZone, moment) => {
    expect(momentOf(day, time, timeZone).toISOString()).toBe(moment);
  });

  test('comes once a day, also on the days when the clocks change', () => {
    let at = new Date('2026-10-23T12:00:00Z');
    const times = Array.from({ length: 4 }, () => (at = nextTime(at, '08:00', 'Europe/Berlin')).toISOString());
    expect(times).toEqual([
      '2026-10-24T06:00:00.000Z',
      '2026-10-25T07:00:00.000Z',
      '2026-10-26T07:00:00.000Z',
      '2026-10-27T07:00:00.000Z',
    ]);
  });
});
