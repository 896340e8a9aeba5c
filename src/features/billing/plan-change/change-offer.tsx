import { useRef } from 'react';
import { ERROR_CODES, type ErrorCode } from '#contract/errors.ts';
import { readPriceId, PLAN_NAMES, type PriceId } from '#contract/billing/plans.ts';
import { errorCode } from '#src/lib/app-error.ts';
import { formatDate } from '#src/lib/format.ts';
import { trpc } from '#src/api/trpc.ts';
import { Button } from '#src/ui/button.tsx';
import { Loaded } from '#src/ui/loaded.tsx';
import { changeBlocker } from './change-blocker.ts';
import { changeLines } from './change-lines.ts';
import { ChangeWayOn } from './change-way-on.tsx';
import { ONCE } from './preview-options.ts';
import { Refusal } from '../refusal.tsx';
import { TierChangeLines } from './tier-change-lines.tsx';

/** Nothing that a person can look at once more: something else has to be done first. */
const WANTS_DEED: readonly (ErrorCode | null)[] = ['PLAN_CANCELLED', 'INVOICE_OPEN'];

type ChangeOfferProps = {
  priceId: PriceId;
  isBusy: boolean;
  /** Why the change did not happen. */
  error: unknown;
  onClose: () => void;
  onConfirm: (preview: { prorationAt: string; fromPriceId: PriceId | null }) => void;
};

/** What a change costs and does, and the buttons. It lives as long as its dialog is open, so its preview is never an old one. */
export function ChangeOffer({ priceId, isBusy, error, onClose, onConfirm }: ChangeOfferProps) {
  const isInTrial = trpc.profile.get.useQuery().data?.access.isInTrial;
  const subscription = trpc.billing.subscription.useQuery();
  const current = subscription.data?.current;
  const blocker = changeBlocker(current);
  // What is confirmed is what was read: a new preview comes only where the server wants one.
  const preview = trpc.billing.previewChange.useQuery({ priceId }, { ...ONCE, enabled: blocker === null });
  const lookAgain = () => void preview.refetch();
  const wanted = blocker ?? (WANTS_DEED.includes(errorCode(preview.error)) ? errorCode(preview.error) : null);
  const content = useRef<HTMLDivElement>(null);
  const afterKeeping = () => {
    // The button goes.
    content.current?.focus();
    lookAgain();
  };
  const wayOn = (code: ErrorCode | null) => <ChangeWayOn code={code} onKept={afterKeeping} />;
  const { data } = preview;
  const plan = readPriceId(priceId)?.plan;
  return (
    <div className="stack" ref={content} tabIndex={-1}>
      {wanted === null ? (
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
              {isInTrial && current?.hasCard === false && plan && (
                <p className="muted">
                  There is no card yet: unless you add one, nothing is charged then, and you go on with{' '}
                  {PLAN_NAMES.free} instead of {PLAN_NAMES[plan]}.
                </p>
              )}
              <TierChangeLines change={shown.change} />
              {preview.error && error == null && <Refusal error={preview.error} />}
            </>
          )}
        </Loaded>
      ) : (
        <div className="stack" role="alert">
          <p>{ERROR_CODES[wanted].text}</p>
          {wayOn(wanted)}
        </div>
      )}
      {wanted === null && <Refusal error={error}>{wayOn(errorCode(error))}</Refusal>}
      <div className="row dialog-actions">
        <Button variant="secondary" onClick={onClose} disabled={isBusy}>
          Not now
        </Button>
        {blocker === null && wanted !== null && (
          <Button variant="secondary" busy={preview.isFetching} busyText="Loading..." onClick={lookAgain}>
            Try Again
          </Button>
        )}
        <Button
          disabled={!data || wanted !== null || preview.isFetching || preview.isError}
          busy={isBusy}
          busyText="Switching..."
          onClick={() => data && onConfirm(data)}
        >
          Switch plan
        </Button>
      </div>
    </div>
  );
}
