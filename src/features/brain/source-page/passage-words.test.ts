import { expect, it } from 'vitest';
import { headingOf, placeText } from './passage-words.ts';

const at = (place: object, headings: string[] = [], url: string | null = null) => ({ place, headings, url });

it.each([
  [at({ page: 2 }), undefined, 'Page 2'],
  [at({ page: 2 }), at({ page: 2 }), null],
  [at({ page: 3 }), at({ page: 2 }), 'Page 3'],
  [at({ sheet: 'Prices', row: 10 }), undefined, 'Sheet “Prices”, from row 10'],
  [at({ row: 10 }), undefined, 'From row 10'],
  [at({ heading: 'Returns' }), undefined, null],
])('a passage at %j after %j stands at %j', (passage, before, place) => {
  expect(placeText(passage, before)).toBe(place);
});

it('the headings above passages are shown where they change', () => {
  const returns = at({}, ['Policies', 'Returns']);
  expect(headingOf(returns, undefined)).toBe('Policies › Returns');
  expect(headingOf(returns, returns)).toBeNull();
  expect(headingOf(returns, at({}, ['Policies']))).toBe('Policies › Returns');
  expect(headingOf({ ...returns, url: 'a' }, { ...returns, url: 'b' })).toBe('Policies › Returns');
  expect(headingOf(at({}), undefined)).toBeNull();
});
