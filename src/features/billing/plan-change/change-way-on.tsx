import type { ErrorCode } from '#contract/errors.ts';
import { KeepPlanButton } from '../plan-end/keep-plan-button.tsx';
import { PayButtons } from '../pay-buttons.tsx';
import { PortalButton } from '../portal-button.tsx';

type ChangeWayOnProps = {
  code: ErrorCode | null;
  /** The plan was kept after all. */
  onKept: () => void;
};

/** What can be done about a refusal to change the plan. */
export function ChangeWayOn({ code, onKept }: ChangeWayOnProps) {
  if (code === 'PLAN_CANCELLED') return <KeepPlanButton size="sm" onKept={onKept} />;
  if (code === 'CARD_DECLINED' || code === 'CARD_NEEDS_APPROVAL') return <PortalButton size="sm" />;
  if (code !== 'INVOICE_OPEN') return null;
  return (
    <div className="row billing-actions">
      <PayButtons />
    </div>
  );
}
