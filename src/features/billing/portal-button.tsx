import { MANAGE_SUBSCRIPTION } from '#contract/texts.ts';
import { openPortal } from '#src/lib/open-portal.ts';
import { trpc } from '#src/lib/trpc.ts';
import { usePaymentPage } from '#src/lib/use-payment-page.ts';
import { Button } from '#src/ui/button.tsx';
import { HeldBackLink } from '#src/ui/held-back-link.tsx';

type PortalButtonProps = { label?: string; variant?: 'primary' | 'secondary'; size?: 'md' | 'sm' };

/** Opens the customer portal in a new tab; where the browser lets none open, a link to it appears below. */
export function PortalButton({ label = MANAGE_SUBSCRIPTION, variant = 'secondary', size }: PortalButtonProps) {
  const { mutateAsync: create } = trpc.billing.portal.useMutation();
  const { open, isBusy, heldBackUrl } = usePaymentPage();
  return (
    <div className="billing-portal">
      <Button
        variant={variant}
        size={size}
        busy={isBusy}
        busyText="One moment..."
        onClick={() => void open(() => openPortal(() => create()))}
      >
        {label}
      </Button>
      <HeldBackLink url={heldBackUrl} label="Open the customer portal" />
    </div>
  );
}
