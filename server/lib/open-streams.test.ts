import { expect, test } from 'vitest';
import { createOpenStreams } from './open-streams.ts';

test('one holder has as many as may be, and others have theirs', () => {
  const streams = createOpenStreams(2);
  const first = streams.enter('maya');
  expect([streams.enter('maya'), streams.enter('maya')]).toEqual([expect.any(Function), null]);
  expect(streams.enter('tom')).not.toBeNull();
  first?.();
  expect(streams.enter('maya')).not.toBeNull();
});

test('a stream that ends twice frees one place', () => {
  const streams = createOpenStreams(2);
  const [first] = [streams.enter('maya'), streams.enter('maya')];
  first?.();
  first?.();
  expect([streams.enter('maya'), streams.enter('maya')]).toEqual([expect.any(Function), null]);
});

test('nothing is remembered of somebody who has none open', () => {
  const streams = createOpenStreams(2);
  const places = [streams.enter('maya'), streams.enter('maya'), streams.enter('tom')];
  for (const leave of places) leave?.();
  expect(streams.holders()).toBe(0);
});
