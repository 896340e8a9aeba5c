import { expect, it, vi } from 'vitest';
import { takeUnread } from './follow-bell.ts';

it('the list is read again only if the number of unread notifications has changed', () => {
  let count = { unread: 1 };
  const unreadCount = {
    getData: () => count,
    cancel: async () => {},
    setData: (_input: undefined, next: typeof count) => (count = next),
  };
  const invalidate = vi.fn(async () => {});
  const take = (unread: number) => takeUnread({ unreadCount, list: { invalidate } } as never, unread); // reason: all that it uses
  take(1);
  expect(invalidate).not.toHaveBeenCalled();
  take(2);
  expect([count.unread, invalidate.mock.calls.length]).toEqual([2, 1]);
});
