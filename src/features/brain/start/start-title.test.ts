import { expect, it } from 'vitest';
import { startTitle } from './start-title.ts';

const source = (state: 'reading' | 'ready' | 'failed', isLearning = false) => ({ state, isLearning });
const [sending, refused] = [{ state: 'sending' }, { state: 'failed' }] as const;

it.each([
  [[], [], /^Nothing in here yet/],
  [[], [sending], /^Your team is reading/],
  [[source('failed'), source('reading')], [], /^Your team is reading/],
  [[source('ready', true)], [refused], /^It’s read/],
  [[source('failed')], [], /^That didn’t work/],
  [[], [refused], /^That didn’t work/],
  [[source('failed'), source('ready')], [], /found no facts to list/],
])('the first visit says how the sources %j and the uploads %j are doing', (sources, uploads, title) => {
  expect(startTitle(sources, uploads)).toMatch(title);
});
