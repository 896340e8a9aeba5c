import { describe, expect, it } from 'vitest';
import { FACT_KINDS, STATEMENT_MAX, STATEMENT_TOO_LONG } from '#contract/brain/brain.ts';
import { START_QUESTIONS } from '#contract/brain/start-questions.ts';
import { savingOf } from './questions.ts';

describe('the five questions', () => {
  it('are five, each about something else, with an example that could be saved', () => {
    expect(START_QUESTIONS).toHaveLength(5);
    expect(new Set(START_QUESTIONS.map(({ kind }) => kind)).size).toBe(5);
    for (const { kind, example } of START_QUESTIONS) {
      expect(FACT_KINDS).toContain(kind);
      expect(savingOf({ typed: example, saved: null }).type).toBe('add');
    }
  });
});

describe('going on from a question', () => {
  const saved = { id: 'a', statement: 'We sell bowls.' };
  it.each([
    ['an empty answer', '  ', null, { type: 'nothing' }],
    ['a first answer', ' We sell bowls. ', null, { type: 'add', statement: 'We sell bowls.' }],
    ['the same answer', 'We sell bowls. ', saved, { type: 'nothing' }],
    ['another answer', 'We sell cups.', saved, { type: 'correct', factId: 'a', statement: 'We sell cups.' }],
    ['an answer that was removed', '', saved, { type: 'forget', factId: 'a' }],
    ['too long an answer', 'x'.repeat(STATEMENT_MAX + 1), null, { type: 'refuse', problem: STATEMENT_TOO_LONG }],
  ])('with %s', (_name, typed, before, saving) => {
    expect(savingOf({ typed, saved: before })).toEqual(saving);
  });
});
