import { lazyDialog } from '#src/lib/lazy-dialog.tsx';

/** The refund under the guarantee, which few visits open. */
export const LazyRefundDialog = lazyDialog(async () => (await import('./refund-dialog.tsx')).RefundDialog);
