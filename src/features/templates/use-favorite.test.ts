import { expect, it } from 'vitest';
import { aTemplate } from '#tests/support/browser/template-parts.ts';
import { withFavorite } from './use-favorite.ts';

it('the heart of an open template and those of what goes well with it change alike', () => {
  const [welcome, review] = [aTemplate({ id: 'welcome-email' }), aTemplate({ id: 'review-request' })];
  const open = { template: welcome, related: [review], fills: {} };
  const marks = (id: string) => {
    const { template, related } = withFavorite(open, { id, isFavorite: true });
    return [template, ...related].map(({ isFavorite }) => isFavorite);
  };
  expect(marks('welcome-email')).toEqual([true, false]);
  expect(marks('review-request')).toEqual([false, true]);
  expect(withFavorite(open, { id: 'review-request', isFavorite: true }).fills).toBe(open.fills);
});
