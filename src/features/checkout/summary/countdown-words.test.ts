import { describe, expect, it } from 'vitest';
import { announcementAt, clockFace, secondsLeft } from './countdown-words.ts';

const endsAt = '2026-11-21T12:15:00Z';
const at = (time: string) => Date.parse(`2026-11-21T${time}Z`);

describe('DISCOUNT-7: the countdown of the urgent offer', () => {
  it.each([
    ['12:00:00.000', ['15', '00']],
    ['12:00:00.001', ['15', '00']],
    ['12:00:28.000', ['14', '32']],
    ['12:14:59.999', ['00', '01']],
    ['12:15:00.000', ['00', '00']],
    ['13:00:00.000', ['00', '00']],
    // A clock that is an hour behind.
    ['11:15:00.000', ['15', '00']],
  ])('at %s shows %j', (time, face) => {
    expect(clockFace(secondsLeft(endsAt, at(time)))).toEqual(face);
  });

  it.each([
    [900, ''],
    [301, ''],
    [300, 'The offer ends in 5 minutes.'],
    [296, 'The offer ends in 5 minutes.'],
    [295, ''],
    [60, 'The offer ends in 1 minute.'],
    [1, ''],
    // The text that replaces the clock announces the end.
    [0, ''],
  ])('announces with %i seconds left: %s', (seconds, words) => {
    expect(announcementAt(seconds)).toBe(words);
  });
});
