import { MANAGE_SUBSCRIPTION } from '#contract/billing/plan-texts.ts';
import { openPortal } from '#src/domain/checkout/open-portal.ts';
import { trpc } from '#src/api/trpc.ts';
import { usePaymentPage } from '#src/domain/checkout/use-payment-page.ts';
import { Button } from '#src/ui/button.tsx';
import { BlockedTabLink } from '#src/ui/blocked-tab-link.tsx';
import { useRefreshOnReturn } from './use-refresh-on-return.ts';

type PortalButtonProps = {
  label?: string | undefined;
  variant?: 'primary' | 'secondary';
  size?: 'md' | 'sm';
  /** Opens the form for another card instead of the first page. */
  flow?: 'card';
};

/** Opens the customer portal in a new tab; if the browser blocks the tab, a link to it appears below. */
export function PortalButton({ label = MANAGE_SUBSCRIPTION, variant = 'secondary', size, flow }: PortalButtonProps) {
  const { portal, changeCard } = trpc.billing;
  const { mutateAsync: create } = (flow === 'card' ? changeCard : portal).useMutation();
  const { open, isBusy, blockedUrl } = usePaymentPage();
  const expectReturn = useRefreshOnReturn();
  const lead = async () => {
    const outcome = await open(() => openPortal(() => create()));
    if (outcome && outcome.status !== 'failed') expectReturn();
  };
  return (
    <div className="billing-portal">
      <Button variant={variant} size={size} busy={isBusy} busyText="One moment..." onClick={() => void lead()}>
        {label}
      </Button>
      <BlockedTabLink url={blockedUrl} label="Open the customer portal" />
    </div>
  );
}
