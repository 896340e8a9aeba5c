import { describe, expect, it } from 'vitest';
import { answerLine, deadlineOf } from './approval-words.ts';

const NOW = new Date('2026-11-20T08:20:00Z');
const BERLIN = 'Europe/Berlin';
const APPROVAL = {
  id: '0b9e4a3c-6a39-4f0e-9d0b-0a6f2b7f7a11',
  title: 'Instagram post for today',
  body: 'The big bowl is back.',
  automationId: '0b9e4a3c-6a39-4f0e-9d0b-0a6f2b7f7a12',
  automationName: 'Morning post',
  assistantId: 'soshie' as const,
  runId: '0b9e4a3c-6a39-4f0e-9d0b-0a6f2b7f7a13',
  status: 'waiting' as const,
  ifLate: 'skip' as const,
  deadline: '2026-11-20T11:00:00Z',
  createdAt: '2026-11-20T07:00:00Z',
  answeredAt: null,
  answeredFrom: null,
  isEdited: false,
  reason: '',
  then: 'If you approve, it’s emailed to you.',
}; // the literals are those of the type

describe('a deadline says by when, how long that is, and what happens then', () => {
  it.each([
    [
      '2026-11-20T11:00:00Z',
      true,
      'Answer by 12:00 PM today',
      'That’s in 2 hours 40 minutes. After that, this run is skipped.',
    ],
    [
      '2026-11-21T08:00:00Z',
      false,
      'Answer by 9:00 AM tomorrow',
      'That’s in 23 hours 40 minutes. After that, this run is skipped.',
    ],
    ['2026-11-25T08:00:00Z', false, 'Answer by Wednesday, November 25, 9:00 AM', 'After that, this run is skipped.'],
    ['2026-11-20T08:00:00Z', true, 'It’s too late to answer', 'After that, this run is skipped.'],
  ])('%s', (deadline, isUrgent, by, then) =>
    expect(deadlineOf({ ...APPROVAL, deadline }, NOW, BERLIN)).toEqual({ isUrgent, by, then }),
  );
});

it.each([
  [{ status: 'approved', answeredFrom: 'email' }, 'You approved it from the email, November 20'],
  [{ status: 'approved', isEdited: true }, 'You changed and approved it, November 20'],
  [{ status: 'refused', reason: 'We never discount sets.' }, 'You refused it, November 20. “We never discount sets.”'],
  [{ status: 'late' }, 'Skipped, no answer in time, November 20'],
  [{ status: 'late', ifLate: 'refuse' }, 'Counted as refused, no answer in time, November 20'],
  [{ status: 'canceled' }, 'Its run ended, November 20'],
] as const)('%j reads %s', (change, line) =>
  expect(answerLine({ ...APPROVAL, answeredAt: '2026-11-20T09:00:00Z', ...change }, BERLIN)).toBe(line),
);
