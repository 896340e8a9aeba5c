import { lazyDialog } from '#src/lib/lazy-dialog.tsx';

/** The preview of an end, which few visits open. */
export const LazyEndDialog = lazyDialog(async () => (await import('./end-dialog.tsx')).EndDialog);
