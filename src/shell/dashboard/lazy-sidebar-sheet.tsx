import { lazyDialog } from '#src/lib/lazy-dialog.tsx';

/** The sidebar on a phone, whose code a wide screen never waits for. */
export const LazySidebarSheet = lazyDialog(async () => (await import('./sidebar-sheet.tsx')).SidebarSheet);
