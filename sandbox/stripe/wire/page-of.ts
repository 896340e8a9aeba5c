import type Stripe from 'stripe';
import { noSuch } from './stripe-problem.ts';

type Paging = { limit?: number; starting_after?: string };

/** A complete list, in the format of lists inside objects. */
export function wholeList<T>(data: T[], url: string): Stripe.ApiList<T> {
  return { object: 'list', data, has_more: false, url };
}

/** One page of rows that are stored oldest first and returned newest first, as at Stripe. */
export function pageOf<T extends { id: string }>(rows: T[], paging: Paging, url: string): Stripe.ApiList<T> {
  const all = rows.toReversed();
  const limit = paging.limit ?? 10;
  const after = paging.starting_after;
  const start = after === undefined ? 0 : all.findIndex(({ id }) => id === after) + 1;
  if (after !== undefined && start === 0) throw noSuch('object', after, 'starting_after');
  return { object: 'list', data: all.slice(start, start + limit), has_more: start + limit < all.length, url };
}
