import { PAY_NOW } from '#contract/billing/plan-texts.ts';
import { trpc } from '#src/api/trpc.ts';
import { buttonClass } from '#src/ui/button-class.ts';
import { OwnCardLink } from './own-card-link.tsx';
import { PortalButton } from './portal-button.tsx';
import { useRefreshOnReturn } from './use-refresh-on-return.ts';
import type { Invoice } from './invoices/invoice-status.ts';

/** Where the newest open invoice can be paid; null if none is open. */
export function openInvoicePage(invoices: readonly Pick<Invoice, 'status' | 'pageUrl' | 'createdAt'>[]): string | null {
  const open = invoices.filter(({ status, pageUrl }) => status === 'open' && pageUrl !== null);
  return open.toSorted((one, other) => other.createdAt.localeCompare(one.createdAt))[0]?.pageUrl ?? null;
}

/** The ways to pay what is due: the open invoice's page first, then a new card for later invoices. */
export function PayButtons() {
  const current = trpc.billing.subscription.useQuery().data?.current;
  const invoices = trpc.billing.invoices.useQuery();
  const expectReturn = useRefreshOnReturn();
  const url = invoices.data && openInvoicePage(invoices.data);
  if (current?.isPaidElsewhere) return <OwnCardLink priceId={current.priceId} />;
  return (
    <>
      {url && (
        <a className={buttonClass({ size: 'sm' })} href={url} target="_blank" rel="noreferrer" onClick={expectReturn}>
          {PAY_NOW}
          <span className="sr">, in a new tab</span>
        </a>
      )}
      {!invoices.isPending && (
        <PortalButton size="sm" label="Use another card" flow="card" variant={url ? 'secondary' : 'primary'} />
      )}
    </>
  );
}
