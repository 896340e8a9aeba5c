/**
 * For a preview in a dialog: it must not change while it's being read. It's dropped from the cache when its last observer
 * unmounts, so mount it only while the dialog is open: a merely disabled query would keep it for the next time.
 */
export const ONCE = { staleTime: Infinity, gcTime: 0, refetchOnReconnect: false } as const;
