import type Stripe from 'stripe';
import { noSuch } from './stripe-problem.ts';

type Paging = { limit?: number; starting_after?: string; ending_before?: string };
type Created = number | { gt?: number; gte?: number; lt?: number; lte?: number } | undefined;

export function isCreatedIn(created: number, wanted: Created): boolean {
  if (wanted === undefined) return true;
  if (typeof wanted === 'number') return created === wanted;
  const { gt = -Infinity, gte = -Infinity, lt = Infinity, lte = Infinity } = wanted;
  return created > gt && created >= gte && created < lt && created <= lte;
}

/** A whole list as the inner lists of objects are. */
export function wholeList<T>(data: T[], url: string): Stripe.ApiList<T> {
  return { object: 'list', data, has_more: false, url };
}

/** One page of rows that come oldest first and are shown newest first, as Stripe does. */
export function pageOf<T extends { id: string }>(rows: T[], paging: Paging, url: string): Stripe.ApiList<T> {
  const all = rows.toReversed();
  const limit = paging.limit ?? 10;
  const indexOf = (id: string, param: string) => {
    const index = all.findIndex((row) => row.id === id);
    if (index === -1) throw noSuch('object', id, param);
    return index;
  };
  if (paging.ending_before !== undefined) {
    const end = indexOf(paging.ending_before, 'ending_before');
    const start = Math.max(0, end - limit);
    return { object: 'list', data: all.slice(start, end), has_more: start > 0, url };
  }
  const start = paging.starting_after === undefined ? 0 : indexOf(paging.starting_after, 'starting_after') + 1;
  return { object: 'list', data: all.slice(start, start + limit), has_more: start + limit < all.length, url };
}
