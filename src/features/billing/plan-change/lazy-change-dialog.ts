import { lazyDialog } from '#src/lib/lazy-dialog.tsx';

/** The preview of another plan, whose code comes when it is about to be used. */
export const LazyChangeDialog = lazyDialog(async () => (await import('./change-dialog.tsx')).ChangeDialog);
