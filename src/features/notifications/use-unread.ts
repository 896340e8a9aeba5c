import { useEffect } from 'react';
import { trpc } from '#src/api/trpc.ts';
import { whenUsed } from '#src/lib/lazy/when-used.ts';

/** A page that nobody has touched connects after this time; until then, the count it came with has to do. In milliseconds. */
const CONNECT_AFTER_MS = 15_000;

/** How many notifications are unread; undefined until that is known. */
export function useUnread(): number | undefined {
  const utils = trpc.useUtils();
  const { data } = trpc.notifications.unreadCount.useQuery();
  useEffect(() => {
    const leaving = new AbortController();
    const start = () => {
      stopWaiting();
      // If the code fails to load, the count is read again when the page is looked at again.
      void import('./follow-bell.ts').then(
        ({ followBell }) => followBell(utils, leaving.signal),
        () => undefined,
      );
    };
    const callOff = whenUsed(start);
    const timer = setTimeout(start, CONNECT_AFTER_MS);
    const stopWaiting = () => {
      callOff();
      clearTimeout(timer);
    };
    return () => {
      leaving.abort();
      stopWaiting();
    };
  }, [utils]);
  return data?.unread;
}
