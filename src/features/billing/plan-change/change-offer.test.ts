import { expect, it } from 'vitest';
import type { CurrentPlan } from '#src/domain/subscription/subscription.ts';
import { changeBlocker } from './change-offer.tsx';

const day = '2026-11-24T12:00:00.000Z';
const starter: CurrentPlan = {
  plan: 'starter',
  cycle: 'monthly',
  priceId: 'starter_monthly',
  renewsAt: day,
  renewalCents: 2_900,
  priceCents: 2_900,
  card: null,
  unpaidCents: 0,
  isTaxed: false,
  isPaidElsewhere: false,
  cancelsAt: null,
  hasCard: true,
  graceEndsAt: null,
  scheduled: null,
};

it('predicts what the server would refuse', () => {
  expect(changeBlocker(starter)).toBeNull();
  expect(changeBlocker({ ...starter, graceEndsAt: day })).toBe('INVOICE_OPEN');
  expect(changeBlocker({ ...starter, cancelsAt: day, graceEndsAt: day })).toBe('PLAN_CANCELLED');
});
