import { trpc } from '#src/lib/trpc.ts';
import { Card } from '#src/ui/card.tsx';
import { InvoiceTable } from './invoice-table.tsx';
import { Loaded } from '#src/ui/loaded.tsx';

const NONE_YET = 'No invoices yet. They appear here with your first payment.';

/** What was charged. Whoever never bought anything is not asked about at the payment provider. */
export function Invoices({ hasBillingAccount }: { hasBillingAccount: boolean }) {
  const invoices = trpc.billing.invoices.useQuery(undefined, { enabled: hasBillingAccount });
  return (
    <section className="stack" aria-labelledby="invoices">
      <h2 className="h2" id="invoices">
        Invoices
      </h2>
      <Card>
        {hasBillingAccount ? (
          <Loaded query={invoices}>
            {(list) => (list.length === 0 ? <p className="muted">{NONE_YET}</p> : <InvoiceTable invoices={list} />)}
          </Loaded>
        ) : (
          <p className="muted">{NONE_YET}</p>
        )}
      </Card>
    </section>
  );
}
