import { expect, it } from 'vitest';
import { refundNews } from './refund-news.ts';

it('says of a refund only what is so', () => {
  expect(refundNews('Pro', { refund: 'done', current: null }).title).toBe('Your money is on its way back');
  const news = refundNews('Pro', { refund: 'underway', current: null });
  expect(news.title).toBe('Your refund is underway');
  expect(news.text).toMatch(/^We have noted it, and try again/);
  expect(news.text).not.toContain('shows the refund');
});
