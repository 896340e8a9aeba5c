import { expect, it } from 'vitest';
import { checkEdit } from './edit-problems.ts';
import { EMPTY_DRAFT, type EditBlank } from './edit-draft.ts';

const aBlank = (changes: Partial<EditBlank>): EditBlank => ({
  name: 'day',
  label: 'Day',
  hint: '',
  kind: 'text',
  isRequired: true,
  example: 'Friday',
  ...changes,
});
const problemsOf = (changes: Partial<typeof EMPTY_DRAFT>) => {
  const checked = checkEdit({ ...EMPTY_DRAFT, title: 'Thanks', body: 'On {{day}}', blanks: [aBlank({})], ...changes });
  return 'problems' in checked ? checked.problems : null;
};

it('a template that is whole has no problems', () => expect(problemsOf({})).toBeNull());

it('each problem is said where it is', () => {
  expect(problemsOf({ title: ' ' })).toEqual({ title: 'Please give the template a title.', blanks: {} });
  expect(problemsOf({ body: '' })?.text).toBe('Please write a text.');
  expect(problemsOf({ body: 'On Friday' })?.text).toBe('The blank “day” isn’t used in the text.');
  expect(problemsOf({ blanks: [aBlank({ label: '' })] })?.blanks).toEqual({ day: 'Please give each blank a label.' });
  expect(problemsOf({ tags: 'a,b,c,d,e,f' })?.tags).toBe('A template has at most 5 tags.');
});

it.each([
  ['text', ' ', 'Please add an example.'],
  ['number', '', 'Please add an example.'],
  ['number', '$25', 'Please enter a number.'],
  ['number', '1e9', 'Please enter a number.'],
  ['number', '1,200', 'Please write 1200 or 1.2.'],
  ['number', '1,234.5', undefined],
  ['choice', '', 'Please add at least two choices.'],
  ['choice', 'Warm: Dear', 'Please add at least two choices.'],
  ['choice', 'Warm\nBrief: Hi', 'Write each choice as a name, a colon, and its words.'],
  ['choice', 'A: a\n'.repeat(9), 'Please keep this to 8 choices.'],
  ['choice', 'Warm: Dear\nBrief: Hi', undefined],
] as const)('of a %s with the example %j it is said what to do: %s', (kind, example, problem) => {
  // reason: the kinds are literals
  const problems = problemsOf({ blanks: [aBlank({ kind, example })] });
  expect([problems?.text, problems?.blanks.day]).toEqual([undefined, problem]);
});
