import { useEffect } from 'react';
import { trpc } from '#src/api/trpc.ts';
import { whenUsed } from '#src/lib/lazy/when-used.ts';

/** A page that nobody has touched connects after this time; until then, the count it came with has to do. In milliseconds. */
const CONNECT_AFTER_MS = 15_000;

/** How many notifications are unread, kept up to date by the live connection that all tabs share. */
export function useUnread(): number {
  const utils = trpc.useUtils();
  const { data } = trpc.notifications.unreadCount.useQuery();
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    let isBegun = false;
    const begin = async () => {
      if (isBegun) return;
      isBegun = true;
      const { live } = await import('#src/api/live/live.ts');
      if (signal.aborted) return;
      const stop = live.followBell({
        onUnread: (unread) => {
          // A read from before would restore the old count.
          void utils.notifications.unreadCount.cancel();
          utils.notifications.unreadCount.setData(undefined, { unread });
          void utils.notifications.list.invalidate();
        },
        onTrouble: () => void utils.notifications.unreadCount.invalidate(),
      });
      signal.addEventListener('abort', stop);
    };
    // If the code fails to load, the count is read again when the page is looked at again.
    const start = () => void begin().catch(() => undefined);
    const callOff = whenUsed(start);
    const timer = setTimeout(start, CONNECT_AFTER_MS);
    return () => {
      leaving.abort();
      callOff();
      clearTimeout(timer);
    };
  }, [utils]);
  return data?.unread ?? 0;
}
