import { lazyDialog } from '#src/lib/lazy-dialog.tsx';

/** The sheet, whose code a wide screen never waits for. */
export const LazyConversationSheet = lazyDialog(
  async () => (await import('./conversation-sheet.tsx')).ConversationSheet,
);
