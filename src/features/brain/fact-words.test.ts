import { describe, expect, it } from 'vitest';
import { STATEMENT_MAX, STATEMENT_TOO_LONG } from '#contract/brain/brain.ts';
import type { Fact } from '#src/domain/brain/fact.ts';
import type { Conflict } from './brain-types.ts';
import { sideOf, statementProblem, untilSettledText } from './fact-words.ts';

const aFact = (changes: Partial<Fact>): Fact => ({
  id: 'a',
  number: 1,
  kind: 'product',
  subject: 'Large bowl',
  attribute: '',
  value: '',
  quantity: null,
  unit: '',
  statement: 'The large bowl costs $42.',
  state: 'conflict',
  isSuggestion: false,
  isSaid: true,
  isDisputed: true,
  source: {
    kind: 'typed',
    assistantId: null,
    conversationId: null,
    messageId: null,
    sourceId: null,
    passageId: null,
    name: null,
    place: null,
  },
  quote: '',
  learnedAt: '2026-11-21T09:12:00.000Z',
  validFrom: null,
  validUntil: null,
  isPinned: false,
  isShareable: false,
  replaced: null,
  history: [],
  formerName: null,
  ...changes,
});

describe('a conflict', () => {
  const said = aFact({ id: 'said', value: '$42', quote: 'The large bowl is $42 now' });
  const typed = aFact({ id: 'typed', statement: 'The large bowl costs $38.', learnedAt: '2026-11-12T08:00:00.000Z' });
  const conflict: Conflict = { id: 'c', question: 'What does the large bowl cost?', facts: [said, typed] };

  it('shows each side’s answer, the words it comes from, and what choosing it does', () => {
    expect(sideOf(conflict, said)).toEqual({
      isNewer: true,
      answer: '$42',
      isLarge: true,
      words: '“The large bowl is $42 now”',
      button: 'Use $42',
    });
    expect(sideOf(conflict, typed)).toEqual({
      isNewer: false,
      answer: 'The large bowl costs $38.',
      isLarge: false,
      words: null,
      button: 'Keep this',
    });
  });

  it('calls nothing newer that was learned at the same moment', () => {
    const twin = { ...typed, learnedAt: said.learnedAt };
    expect(sideOf({ ...conflict, facts: [said, twin] }, said).isNewer).toBe(false);
  });

  it('says in full what is meant by a value that nobody was quoted on', () => {
    expect(sideOf(conflict, { ...typed, value: '$38' })).toMatchObject({ words: typed.statement, button: 'Keep $38' });
  });
});

describe('a statement', () => {
  it('is one sentence of limited length', () => {
    expect(statementProblem('  ')).toBe('Please type a fact.');
    expect(statementProblem('x'.repeat(STATEMENT_MAX))).toBeUndefined();
    expect(statementProblem(`${'x'.repeat(STATEMENT_MAX)} `)).toBeUndefined();
    expect(statementProblem('x'.repeat(STATEMENT_MAX + 1))).toBe(STATEMENT_TOO_LONG);
  });
});

describe('until conflicts are settled', () => {
  const conflictOf = (...facts: Partial<Fact>[]): Conflict => ({
    id: 'c',
    question: 'Which?',
    facts: facts.map(aFact),
  });
  const withDocument = conflictOf({ isDisputed: false }, { isSuggestion: true });
  const ownOnly = conflictOf({}, {});
  it.each([
    [
      'the owner’s word counts where a document differs from it',
      [withDocument],
      'A document, page or automation disagrees with you. Your team goes by your word unless you pick the other answer.',
    ],
    [
      'neither of two conflicting facts of the owner is relied on',
      [ownOnly],
      'Your sources disagree. Your team won’t rely on either answer until you pick one.',
    ],
    [
      'the text covers both kinds of conflict if there are both',
      [withDocument, ownOnly],
      'Your sources disagree. Your team goes by your word where you’ve given one clear answer. Elsewhere, it won’t rely on either answer until you pick one.',
    ],
  ])('%s', (_, conflicts, text) => {
    expect(untilSettledText(conflicts)).toBe(text);
  });
});
