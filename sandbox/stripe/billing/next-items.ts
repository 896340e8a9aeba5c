import type Stripe from 'stripe';
import { timeFor, type Context } from '../state/context.ts';
import { mergeMetadata } from '../wire/params.ts';
import { StripeProblem } from '../wire/stripe-problem.ts';
import { getRecurringPrice, newItem, periodOf, withPrice } from './subscription-items.ts';

export type ItemWish = {
  id?: string;
  price?: string;
  quantity?: number;
  deleted?: boolean;
  metadata?: Record<string, string> | null;
};
type Next = {
  items: Stripe.SubscriptionItem[];
  /** Items that cost something else now, as they were; gone or changed. */
  credited: Stripe.SubscriptionItem[];
  /** Items that cost something else now, as they are; new or changed. */
  debited: Stripe.SubscriptionItem[];
};

function changeItem(context: Context, item: Stripe.SubscriptionItem, wish: ItemWish, index: number) {
  const price = wish.price ? getRecurringPrice(context, wish.price, `items[${index}][price]`) : item.price;
  const quantity = wish.quantity ?? item.quantity;
  return { ...withPrice(item, price), quantity, metadata: mergeMetadata(item.metadata, wish.metadata) };
}

/** The items after a change. An entry without an id adds an item, as it does at Stripe, even where one was meant to change. */
export function nextItems(context: Context, subscription: Stripe.Subscription, wishes: ItemWish[]): Next {
  let items = subscription.items.data;
  const credited: Stripe.SubscriptionItem[] = [];
  const debited: Stripe.SubscriptionItem[] = [];
  for (const [index, wish] of wishes.entries()) {
    if (wish.id === undefined) {
      const price = getRecurringPrice(context, wish.price ?? '', `items[${index}][price]`);
      if (items.some((item) => item.price.id === price.id))
        throw new StripeProblem(`Cannot add multiple subscription items with the same plan: ${price.id}`, {
          param: 'items',
        });
      const created = timeFor(context, subscription.customer);
      const period = periodOf(subscription);
      const added = newItem({ subscription: subscription.id, price, quantity: wish.quantity ?? 1, created, period });
      items = [...items, added];
      debited.push(added);
      continue;
    }
    const before = items.find((item) => item.id === wish.id);
    if (!before)
      throw new StripeProblem(`No such subscription item: '${wish.id}'`, {
        code: 'resource_missing',
        param: `items[${index}][id]`,
      });
    if (wish.deleted) {
      items = items.filter((item) => item !== before);
      credited.push(before);
      continue;
    }
    const after = changeItem(context, before, wish, index);
    items = items.map((item) => (item === before ? after : item));
    if (after.price.id === before.price.id && after.quantity === before.quantity) continue;
    credited.push(before);
    debited.push(after);
  }
  return { items, credited, debited };
}
