import { trpc } from '#src/api/trpc.ts';
import { Card } from '#src/ui/card.tsx';
import { Loaded } from '#src/ui/loaded.tsx';
import { InvoiceTable } from './invoice-table.tsx';

const NONE_YET = 'No invoices yet. They appear here with your first payment.';

function InvoiceList() {
  const invoices = trpc.billing.invoices.useQuery();
  return (
    <Loaded query={invoices}>
      {(list) => (list.length === 0 ? <p className="muted">{NONE_YET}</p> : <InvoiceTable invoices={list} />)}
    </Loaded>
  );
}

/** What was charged. Whoever never bought anything is not asked about at the payment provider. */
export function Invoices() {
  const subscription = trpc.billing.subscription.useQuery();
  return (
    <section className="stack" aria-labelledby="invoices">
      <h2 className="h2" id="invoices">
        Invoices
      </h2>
      <Card>
        <Loaded query={subscription}>
          {({ hasBillingAccount }) => (hasBillingAccount ? <InvoiceList /> : <p className="muted">{NONE_YET}</p>)}
        </Loaded>
      </Card>
    </section>
  );
}
