import { describe, expect, it } from 'vitest';
import { formatMessageTime } from './message-time.tsx';

const now = new Date(2026, 10, 23, 18, 0);

describe('the time of a message', () => {
  it.each([
    [new Date(2026, 10, 23, 9, 5), '9:05 AM'],
    [new Date(2026, 10, 3, 22, 42), 'November 3, 10:42 PM'],
    [new Date(2025, 10, 23, 9, 5), 'November 23, 2025, 9:05 AM'],
  ])('of %s is %s', (at, text) => expect(formatMessageTime(at, now).replace(/\u202f/g, ' ')).toBe(text));
});
