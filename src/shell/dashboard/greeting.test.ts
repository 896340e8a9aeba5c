import { describe, expect, it } from 'vitest';
import { greeting } from './greeting.ts';

describe('the greeting', () => {
  it.each([
    [0, 'Good morning, Maya'],
    [11, 'Good morning, Maya'],
    [12, 'Good afternoon, Maya'],
    [17, 'Good afternoon, Maya'],
    [18, 'Good evening, Maya'],
  ])('at %i o’clock is "%s"', (hour, words) => {
    expect(greeting('Maya Lind', new Date(2026, 10, 21, hour))).toBe(words);
  });

  it('omits the name if it is unknown', () => {
    expect(greeting(' ', new Date(2026, 10, 21, 9))).toBe('Good morning');
  });
});
