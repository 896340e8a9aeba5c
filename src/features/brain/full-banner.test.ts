import { expect, test } from 'vitest';
import { waitingText } from './full-banner.tsx';

test.each([
  [0, 'Your team can’t learn anything new until you forget what you no longer need.'],
  [1, 'One message is waiting to be learned from. Forget what you no longer need, and your team will pick it up.'],
  [
    1_200,
    '1,200 messages are waiting to be learned from. Forget what you no longer need, and your team will pick them up.',
  ],
])('with %d messages waiting, a full Brain says so', (count, text) => {
  expect(waitingText(count)).toBe(text);
});
