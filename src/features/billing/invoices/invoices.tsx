import { trpc } from '#src/api/trpc.ts';
import { Card } from '#src/ui/card.tsx';
import { Loaded } from '#src/ui/feedback/loaded.tsx';
import { InvoiceTable } from './invoice-table.tsx';

const NONE_YET = 'No invoices yet. Your first one will show up after your first payment.';

function InvoiceList() {
  const invoices = trpc.billing.invoices.useQuery();
  return (
    <Loaded query={invoices}>
      {(list) => (list.length === 0 ? <p className="muted">{NONE_YET}</p> : <InvoiceTable invoices={list} />)}
    </Loaded>
  );
}

/** The invoices. For people who never bought anything, we don't ask the payment provider. */
export function Invoices() {
  const subscription = trpc.billing.subscription.useQuery();
  return (
    <section className="stack" aria-labelledby="invoices">
      <h2 className="h2" id="invoices">
        Invoices
      </h2>
      <Card>
        <Loaded query={subscription}>
          {({ current, hasBillingAccount }) =>
            current || hasBillingAccount ? <InvoiceList /> : <p className="muted">{NONE_YET}</p>
          }
        </Loaded>
      </Card>
    </section>
  );
}
