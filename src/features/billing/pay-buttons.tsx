import { PAY_NOW } from '#contract/texts.ts';
import { trpc } from '#src/api/trpc.ts';
import { buttonClass } from '#src/ui/button-class.ts';
import { PortalButton } from './portal-button.tsx';
import { openInvoicePage } from './invoices/open-invoice-page.ts';
import { useRefreshOnReturn } from './use-refresh-on-return.ts';

/** The ways to settle what is owed: the page of the open invoice first, then another card for what comes later. */
export function PayButtons() {
  const invoices = trpc.billing.invoices.useQuery();
  const expectReturn = useRefreshOnReturn();
  const url = invoices.data && openInvoicePage(invoices.data);
  return (
    <>
      {url && (
        <a className={buttonClass({ size: 'sm' })} href={url} target="_blank" rel="noreferrer" onClick={expectReturn}>
          {PAY_NOW}
          <span className="sr">, in a new tab</span>
        </a>
      )}
      {!invoices.isPending && (
        <PortalButton size="sm" label={url ? 'Use another card' : undefined} variant={url ? 'secondary' : 'primary'} />
      )}
    </>
  );
}
