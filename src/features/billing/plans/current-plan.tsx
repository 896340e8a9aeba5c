import { statusLabel, statusTone, type ProfileAccess } from '#src/domain/subscription/plan-label.ts';
import { planSituation } from '#src/domain/subscription/plan-situation.ts';
import { trpc } from '#src/api/trpc.ts';
import { Badge } from '#src/ui/badge.tsx';
import { Card } from '#src/ui/card.tsx';
import { Loaded } from '#src/ui/feedback/loaded.tsx';
import { lazyPart } from '#src/lib/lazy/lazy-part.tsx';
import { PlanActions } from './plan-actions.tsx';

/** Where tax is added, Stripe says what the next invoice takes. */
const LazyNextInvoice = lazyPart(async () => (await import('./next-invoice.tsx')).NextInvoice);

/** The current plan, until when it runs, what comes next, and the possible actions. */
export function CurrentPlan({ access }: { access: ProfileAccess }) {
  const subscription = trpc.billing.subscription.useQuery();
  return (
    <Card as="section" className="stack" aria-labelledby="current-plan">
      <div className="row between">
        <h2 className="h3" id="current-plan" tabIndex={-1}>
          Current Plan
        </h2>
        <Badge tone={statusTone(access)}>{statusLabel(access)}</Badge>
      </div>
      <Loaded query={subscription}>
        {(state) => {
          const { name, price, text } = planSituation(access, state);
          return (
            <>
              <p className="billing-plan">
                <span className="h2">{name}</span> <span className="muted">{price}</span>
              </p>
              <p className="muted">{text}</p>
              {state.current?.isTaxed && state.current.renewsAt && <LazyNextInvoice />}
              <PlanActions access={access} state={state} />
            </>
          );
        }}
      </Loaded>
    </Card>
  );
}
