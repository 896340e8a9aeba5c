import { expect, test } from 'vitest';
import { createOpenStreams } from './open-streams.ts';

test('one holder is limited, and others have their own limit', () => {
  const streams = createOpenStreams(2);
  const first = streams.enter('maya');
  expect([streams.enter('maya'), streams.enter('maya')]).toEqual([expect.any(Function), null]);
  expect(streams.enter('tom')).not.toBeNull();
  first?.();
  expect(streams.enter('maya')).not.toBeNull();
});

test('a stream that ends twice frees one slot', () => {
  const streams = createOpenStreams(2);
  const [first] = [streams.enter('maya'), streams.enter('maya')];
  first?.();
  first?.();
  expect([streams.enter('maya'), streams.enter('maya')]).toEqual([expect.any(Function), null]);
});

test('nothing is stored for a holder with no open stream', () => {
  const streams = createOpenStreams(2);
  const places = [streams.enter('maya'), streams.enter('maya'), streams.enter('tom')];
  for (const leave of places) leave?.();
  expect(streams.holders()).toBe(0);
});
