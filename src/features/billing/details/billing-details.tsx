import { useState } from 'react';
import type { SubscriptionState } from '#src/domain/subscription/subscription.ts';
import { trpc } from '#src/api/trpc.ts';
import { lazyDialog } from '#src/lib/lazy/lazy-dialog.tsx';
import { Button } from '#src/ui/button.tsx';
import { Card } from '#src/ui/card.tsx';
import { Loaded } from '#src/ui/feedback/loaded.tsx';
import { PortalButton } from '../portal-button.tsx';
import { detailsLines, type Details } from './details-lines.ts';

/** The form, which few visits open. */
const LazyDetailsDialog = lazyDialog(async () => (await import('./details-dialog.tsx')).DetailsDialog);

/** The card, company, tax ID and address (BILL-19). Cards are entered at the payment provider, everything else here. */
export function BillingDetails({ state }: { state: SubscriptionState }) {
  const details = trpc.billing.details.useQuery();
  // The dialog keeps its fields while it closes.
  const [editing, setEditing] = useState<{ details: Details; isOpen: boolean } | null>(null);
  return (
    <section className="stack" aria-labelledby="details">
      <h2 className="h2" id="details" tabIndex={-1}>
        Billing details
      </h2>
      <Card className="stack">
        <Loaded query={details} rows={4}>
          {(known) => (
            <>
              <dl className="billing-details">
                {detailsLines(known, state).map(([term, value]) => (
                  <div key={term}>
                    <dt className="muted">{term}</dt>
                    <dd>{value}</dd>
                  </div>
                ))}
              </dl>
              <div className="row billing-actions">
                <Button variant="secondary" onClick={() => setEditing({ details: known, isOpen: true })}>
                  Edit details
                </Button>
                <PortalButton label={state.current?.hasCard || known.card ? 'Change card' : 'Add a card'} flow="card" />
              </div>
              <p className="small muted">
                We use these on your next invoice. You enter card numbers at Stripe, our payment provider, never here.
              </p>
            </>
          )}
        </Loaded>
      </Card>
      {editing && <LazyDetailsDialog {...editing} onClose={() => setEditing({ ...editing, isOpen: false })} />}
    </section>
  );
}
