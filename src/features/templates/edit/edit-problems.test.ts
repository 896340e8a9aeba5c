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
  expect(problemsOf({ blanks: [aBlank({ kind: 'number', example: 'ten' })] })?.blanks).toEqual({
    day: 'Please add an example.',
  });
  expect(problemsOf({ blanks: [aBlank({ kind: 'choice', example: 'Warm: Dear' })] })?.blanks).toEqual({
    day: 'Please add an example.',
  });
  expect(problemsOf({ tags: 'a,b,c,d,e,f' })?.tags).toBe('A template has at most 5 tags.');
});
