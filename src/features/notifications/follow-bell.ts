import { live } from '#src/api/live/live.ts';
import type { trpc } from '#src/api/trpc.ts';

type Notifications = ReturnType<typeof trpc.useUtils>['notifications'];

/** Shows how many are unread. The list is read again if that is news. */
export function takeUnread({ unreadCount, list }: Notifications, unread: number): void {
  const before = unreadCount.getData()?.unread;
  // A read from before would restore the old count.
  void unreadCount.cancel();
  unreadCount.setData(undefined, { unread });
  if (unread !== before) void list.invalidate();
}

/** Keeps the count up to date, by the live connection that all tabs share, until `signal` aborts. */
export function followBell({ notifications }: ReturnType<typeof trpc.useUtils>, signal: AbortSignal): void {
  if (signal.aborted) return;
  const stop = live.followBell({
    onUnread: (unread) => takeUnread(notifications, unread),
    onTrouble: () => void notifications.unreadCount.invalidate(),
  });
  signal.addEventListener('abort', stop);
}
