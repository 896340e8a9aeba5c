import { expect, it } from 'vitest';
import { refundButton, refundNews, refundSentence } from './refund-news.ts';

it('states the amount that a refund pays back, and the credit that it takes', () => {
  expect(refundSentence({ amountCents: 9_700, disputedCents: 0, creditCents: 0 })).toMatch(
    /^You’ll get back \$97\.00, .*bank\.$/,
  );
  expect(refundSentence({ amountCents: 9_700, disputedCents: 0, creditCents: 6_800 })).toMatch(
    /Your \$68\.00 of credit ends with the plan\.$/,
  );
});

it('leaves to the bank what was disputed there', () => {
  const all = refundSentence({ amountCents: 0, disputedCents: 5_900, creditCents: 0 });
  expect(all).toBe('You disputed $59.00 with your bank, so we can’t refund it: your bank decides.');
  expect(refundButton({ amountCents: 0, disputedCents: 5_900, creditCents: 0 })).toBe('End plan');
  const part = refundSentence({ amountCents: 3_800, disputedCents: 5_900, creditCents: 0 });
  expect(refundButton({ amountCents: 3_800, disputedCents: 5_900, creditCents: 0 })).toBe('End plan and refund me');
  expect(part).toContain('You’ll get back the other $38.00');
  const news = refundNews('Pro', { refund: 'disputed', refundedCents: 0, current: null });
  expect(news.title).toBe('Pro has ended');
  expect(news.text).toMatch(/your bank decides\.$/);
  const others = refundNews('Pro', { refund: 'disputed', refundedCents: 3_800, current: null });
  expect(others.text).toMatch(/your bank decides\. The other \$38\.00 is on its way\.$/);
});

it('claims no more about a refund than has happened', () => {
  expect(refundNews('Pro', { refund: 'done', refundedCents: 5_900, current: null }).title).toBe(
    'Your refund is on its way',
  );
  const news = refundNews('Pro', { refund: 'underway', refundedCents: null, current: null });
  expect(news.title).toBe('We’re working on your refund');
  expect(news.text).toMatch(/We’ll keep retrying until it does/);
  expect(news.text).not.toContain('shows the refund');
});
