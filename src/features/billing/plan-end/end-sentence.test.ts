import { expect, it } from 'vitest';
import { endSentence } from './end-sentence.ts';

const now = new Date('2026-11-21T12:00:00Z');
const later = '2026-11-24T12:00:00.000Z';
const earlier = '2026-11-20T12:00:00.000Z';
const pro = { plan: 'pro' as const, graceEndsAt: null }; // reason: a word of a union

it('says how long a canceled plan is kept', () => {
  expect(endSentence({ endsAt: later, current: pro, now })).toBe(
    'Nothing changes until November 24, 2026. After that, you’ll be on Free:',
  );
});

it('promises an unpaid plan only its grace period', () => {
  expect(endSentence({ endsAt: later, current: { ...pro, graceEndsAt: later }, now })).toBe(
    'Your last payment failed, so Pro ends on November 24, 2026 at the latest. After that, you’ll be on Free:',
  );
  expect(endSentence({ endsAt: earlier, current: { ...pro, graceEndsAt: earlier }, now })).toMatch(
    /^The payment for Pro failed, and we kept the plan until November 20, 2026\. If you cancel, it won’t come back/,
  );
});
