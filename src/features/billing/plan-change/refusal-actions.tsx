import type { PriceId } from '#contract/billing/plans.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { OwnCardLink } from '../own-card-link.tsx';
import { UndoCancellationButton } from '../plan-end/undo-cancellation-button.tsx';
import { PayButtons } from '../pay-buttons.tsx';
import { PortalButton } from '../portal-button.tsx';

type RefusalActionsProps = {
  code: ErrorCode | null;
  /** What they wanted to change to. */
  priceId: PriceId;
  /** Called once the cancellation is undone. */
  onUndone: () => void;
};

/** What a person can do about a refused plan change. */
export function RefusalActions({ code, priceId, onUndone }: RefusalActionsProps) {
  if (code === 'PLAN_CANCELLED') return <UndoCancellationButton size="sm" onUndone={onUndone} />;
  if (code === 'OWN_CARD_NEEDED') return <OwnCardLink priceId={priceId} />;
  if (code === 'CARD_DECLINED' || code === 'CARD_NEEDS_APPROVAL') return <PortalButton size="sm" />;
  if (code !== 'INVOICE_OPEN') return null;
  return (
    <div className="row billing-actions">
      <PayButtons />
    </div>
  );
}
