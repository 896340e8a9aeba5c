import { expect, test } from 'vitest';
import type { StripeSubscription } from '#server/gateways/stripe/stripe-shapes.ts';
import { chooseSubscription } from './choose-subscription.ts';

const subscription = (more: Partial<StripeSubscription>) =>
  ({ status: 'active', cardId: 'pm_1', createdAt: new Date(0), currentPeriodEnd: null, ...more }) as StripeSubscription; // reason: only these are read
const theirs = subscription({ id: 'sub_theirs', customerId: 'cus_theirs' });
const own = (more: Partial<StripeSubscription> = {}) => subscription({ id: 'sub_own', customerId: 'cus_own', ...more });
const choose = (all: StripeSubscription[]) =>
  chooseSubscription(all, 'sub_theirs', (customerId) => customerId === 'cus_theirs').chosen?.id;

test.each([
  ['is paid for', own(), 'sub_own'],
  ['is in its trial, with a card', own({ status: 'trialing' }), 'sub_own'],
  ['is in its trial, without a card', own({ status: 'trialing', cardId: null }), 'sub_theirs'],
  ['has failed to be paid', own({ status: 'past_due' }), 'sub_theirs'],
])('a plan on a card of one’s own that %s: of it and one paid for elsewhere, the right one stays', (_, one, stays) => {
  expect(choose([theirs, one])).toBe(stays);
});
