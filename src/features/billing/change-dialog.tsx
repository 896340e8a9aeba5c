import { CYCLE_NAMES, PLAN_NAMES, readPriceId, type PriceId } from '#contract/plans.ts';
import { errorCode } from '#src/lib/app-error.ts';
import { formatDate } from '#src/lib/format.ts';
import { toast } from '#src/lib/toast.ts';
import { trpc } from '#src/lib/trpc.ts';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { changeLines } from './change-lines.ts';
import { Loaded } from '#src/ui/loaded.tsx';
import { PortalButton } from './portal-button.tsx';
import { Refusal } from './refusal.tsx';
import { TierChangeLines } from './tier-change-lines.tsx';
import { useTakeSubscription } from './use-take-subscription.ts';

type ChangeDialogProps = { isOpen: boolean; onClose: () => void; priceId: PriceId };

function nameOf(price: PriceId): string {
  const parts = readPriceId(price);
  return parts ? `${PLAN_NAMES[parts.plan]}, ${CYCLE_NAMES[parts.cycle].toLowerCase()}` : '';
}

/** What another plan or cycle costs now and later and what it does, and the button that changes it at just that price. */
export function ChangeDialog({ isOpen, onClose, priceId }: ChangeDialogProps) {
  const take = useTakeSubscription();
  const isInTrial = trpc.profile.get.useQuery().data?.access.isInTrial;
  // What is confirmed is what was read: a new preview comes only when the server asks for one.
  const preview = trpc.billing.previewChange.useQuery(
    { priceId },
    { enabled: isOpen, staleTime: Infinity, gcTime: 0, refetchOnReconnect: false },
  );
  const change = trpc.billing.changePlan.useMutation({
    onSuccess: (state) => {
      take(state);
      onClose();
      toast.success({ title: `You are on ${nameOf(priceId)}` });
    },
    onError: (error) => {
      if (errorCode(error) === 'PREVIEW_STALE') void preview.refetch();
    },
  });
  const close = () => {
    change.reset();
    onClose();
  };
  const { data } = preview;
  return (
    <Dialog
      open={isOpen}
      onClose={close}
      width="middle"
      closable={!change.isPending}
      // Its button is off then.
      returnFocusTo={() => (change.isSuccess ? document.getElementById('plans') : null)}
      title={`Switch to ${nameOf(priceId)}`}
    >
      <div className="stack">
        <Loaded query={preview} rows={3}>
          {(shown) => (
            <>
              <dl className="billing-money">
                {changeLines(shown).map(([term, value]) => (
                  <div key={term} className="row between">
                    <dt>{term}</dt>
                    <dd className="strong num">{value}</dd>
                  </div>
                ))}
              </dl>
              {isInTrial && shown.nextAt && (
                <p className="muted">
                  Everyone on the team stays open until {formatDate(shown.nextAt)}. What follows holds from then on.
                </p>
              )}
              <TierChangeLines change={shown.change} />
            </>
          )}
        </Loaded>
        <Refusal error={change.error}>
          {errorCode(change.error) === 'CARD_DECLINED' && <PortalButton size="sm" />}
        </Refusal>
        <div className="row dialog-actions">
          <Button variant="secondary" onClick={close} disabled={change.isPending}>
            Not now
          </Button>
          <Button
            disabled={!data || preview.isFetching}
            busy={change.isPending}
            busyText="Switching..."
            onClick={() => data && change.mutate({ priceId, prorationAt: data.prorationAt })}
          >
            Switch plan
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
