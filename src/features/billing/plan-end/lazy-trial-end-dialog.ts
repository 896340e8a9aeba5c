import { lazyDialog } from '#src/lib/lazy-dialog.tsx';

/** The preview of a trial's end, whose code comes when it is about to be used. */
export const LazyTrialEndDialog = lazyDialog(async () => (await import('./trial-end-dialog.tsx')).TrialEndDialog);
