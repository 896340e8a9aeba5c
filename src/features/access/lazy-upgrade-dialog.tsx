import { lazyDialog } from '#src/lib/lazy-dialog.tsx';

/** The upgrade dialog, which most visits never see. */
export const LazyUpgradeDialog = lazyDialog(async () => (await import('./upgrade-dialog.tsx')).UpgradeDialog);
