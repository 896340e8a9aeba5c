import { expect, it } from 'vitest';
import { endSentence } from './end-sentence.ts';

const now = new Date('2026-11-21T12:00:00Z');
const later = '2026-11-24T12:00:00.000Z';
const earlier = '2026-11-20T12:00:00.000Z';
const pro = { plan: 'pro' as const, graceEndsAt: null }; // reason: a word of a union

it('says until when a plan that is cancelled is kept', () => {
  expect(endSentence({ endsAt: later, current: pro, now })).toBe(
    'Nothing changes until Nov 24, 2026. From then on you are on Free:',
  );
});

it('promises one that is not paid its grace only', () => {
  expect(endSentence({ endsAt: later, current: { ...pro, graceEndsAt: later }, now })).toBe(
    'The last payment failed, so Pro is kept until Nov 24, 2026 at most. From then on you are on Free:',
  );
  expect(endSentence({ endsAt: earlier, current: { ...pro, graceEndsAt: earlier }, now })).toMatch(
    /^Pro was not paid and was kept until Nov 20, 2026\. Cancelled, it does not come back/,
  );
});
