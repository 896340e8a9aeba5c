import { live } from '#src/api/live/live.ts';
import type { trpc } from '#src/api/trpc.ts';

/** Keeps the count up to date, by the live connection that all tabs share, until `signal` aborts. */
export function followBell({ notifications }: ReturnType<typeof trpc.useUtils>, signal: AbortSignal): void {
  if (signal.aborted) return;
  const stop = live.followBell({
    onUnread: (unread) => {
      const before = notifications.unreadCount.getData()?.unread;
      // A read from before would restore the old count.
      void notifications.unreadCount.cancel();
      notifications.unreadCount.setData(undefined, { unread });
      if (unread !== before) void notifications.list.invalidate();
    },
    onTrouble: () => void notifications.unreadCount.invalidate(),
  });
  signal.addEventListener('abort', stop);
}
