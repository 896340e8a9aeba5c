import { expect, it } from 'vitest';
import { readClockOffsetMs } from './server-clock.ts';

const noon = Date.UTC(2026, 10, 21, 12);
const saying = (date?: string) => async () => ({ headers: new Headers(date === undefined ? {} : { date }) });

it('knows how wrong the clock of this browser is', async () => {
  const fiveMinutesBehind = () => noon - 300_000;
  expect(await readClockOffsetMs(saying(new Date(noon).toUTCString()), fiveMinutesBehind)).toBe(300_500);
});

it.each<[string, Parameters<typeof readClockOffsetMs>[0]]>([
  ['says no time', saying()],
  ['says no sense', saying('noon')],
  ['does not answer', () => Promise.reject(new Error('offline'))],
])('believes the browser where the server %s', async (_name, ask) => {
  expect(await readClockOffsetMs(ask, () => noon)).toBe(0);
});
