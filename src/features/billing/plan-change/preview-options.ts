/**
 * For a preview in a dialog: what somebody reads stands still. It goes with the last that shows it, so what shows it has to
 * live only while the dialog is open: a query that is only switched off would keep it for the next time.
 */
export const ONCE = { staleTime: Infinity, gcTime: 0, refetchOnReconnect: false } as const;
