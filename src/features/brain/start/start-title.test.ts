import { expect, it } from 'vitest';
import { startTitle } from './start-title.ts';

const source = (state: 'waiting' | 'reading' | 'ready' | 'failed', isLearning = false) => ({
  state,
  isLearning,
  waitsUntil: null,
});
const held = { ...source('waiting'), waitsUntil: '2026-11-17T00:00:00.000Z' };
const [sending, refused] = [{ state: 'sending' }, { state: 'failed' }] as const;

it.each([
  [[], [], /^Nothing in here yet/],
  [[], [sending], /^Your team is reading/],
  [[source('failed'), source('reading')], [], /^Your team is reading/],
  [[held], [], /^Your team has read as much as it can today/],
  [[held, source('reading')], [], /^Your team is reading/],
  [[source('ready', true)], [refused], /^It’s read/],
  [[source('failed')], [], /^That didn’t work/],
  [[], [refused], /^That didn’t work/],
  [[source('failed'), source('ready')], [], /found no facts to list/],
])('the first visit says how the sources %j and the uploads %j are doing', (sources, uploads, title) => {
  expect(startTitle(sources, uploads)).toMatch(title);
});
