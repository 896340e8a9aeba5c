import { trpc } from '#src/api/trpc.ts';
import { SubscriptionDialog, useSubscriptionChanged } from '../subscription-dialog.tsx';
import { refundNews } from './refund-news.ts';
import { RefundOffer } from './refund-offer.tsx';

type RefundDialogProps = { isOpen: boolean; onClose: () => void; planName: string; until: string };

/** Explains what a refund under the guarantee does, and requests it. The person re-authenticates in a dialog above this one. */
export function RefundDialog({ isOpen, onClose, planName, until }: RefundDialogProps) {
  const refund = trpc.billing.requestRefund.useMutation({
    onSuccess: useSubscriptionChanged(onClose, (state) => refundNews(planName, state)),
  });
  return (
    <SubscriptionDialog
      isOpen={isOpen}
      onClose={onClose}
      title="Get your money back?"
      change={refund}
      focusAfter="current-plan"
    >
      {(close) => (
        <RefundOffer
          planName={planName}
          until={until}
          isBusy={refund.isPending}
          error={refund.error}
          onClose={close}
          onConfirm={() => refund.mutate()}
        />
      )}
    </SubscriptionDialog>
  );
}
