import { expect, it } from 'vitest';
import { BILLING_LABELS } from '#contract/billing/plan-texts.ts';
import { planAccess } from '#tests/support/subscriptions.ts';
import { statusLabel, statusTone, type ProfileAccess } from './plan-label.ts';

const day = '2026-11-24T12:00:00.000Z';

it.each<[string, Partial<ProfileAccess>, string, string]>([
  ['that renews', {}, BILLING_LABELS.active, 'success'],
  ['that was canceled and still runs', { planEndsAt: day }, BILLING_LABELS.canceled, 'neutral'],
  ['that was ended early and still runs', { status: 'ended', planEndsAt: day }, BILLING_LABELS.canceled, 'neutral'],
  ['whose payment failed', { status: 'past_due', planEndsAt: day }, BILLING_LABELS.past_due, 'danger'],
  ['that is over', { status: 'ended', plan: null }, BILLING_LABELS.free, 'neutral'],
])('a plan %s has its own label and color', (_name, changes, label, tone) => {
  const access = planAccess(changes);
  expect([statusLabel(access), statusTone(access)]).toEqual([label, tone]);
});
