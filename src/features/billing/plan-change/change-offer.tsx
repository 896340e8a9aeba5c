import { useRef, useState } from 'react';
import { TRY_AGAIN } from '#contract/texts.ts';
import { ERROR_CODES, type ErrorCode } from '#contract/errors.ts';
import { readPriceId, PLAN_NAMES, type PriceId } from '#contract/billing/plans.ts';
import { errorCode } from '#src/lib/app-error.ts';
import { formatDate } from '#src/lib/text/format.ts';
import { trpc } from '#src/api/trpc.ts';
import { Button } from '#src/ui/button.tsx';
import { Segment } from '#src/ui/forms/segment.tsx';
import { Loaded } from '#src/ui/feedback/loaded.tsx';
import { changeLines, laterLines } from './change-lines.ts';
import { RefusalActions } from './refusal-actions.tsx';
import { ONCE } from '#src/domain/subscription/preview-options.ts';
import { Refusal } from '../refusal.tsx';
import { TierChangeLines } from './tier-change-lines.tsx';
import type { CurrentPlan } from '#src/domain/subscription/subscription.ts';

/** Why the server would refuse any change of this plan, as far as the browser can tell. */
export function changeBlocker(current: CurrentPlan | null | undefined): ErrorCode | null {
  if (current?.cancelsAt) return 'PLAN_CANCELLED';
  return current?.graceEndsAt ? 'INVOICE_OPEN' : null;
}

/** Refusals that a new preview doesn't fix: the person has to do something else first. */
const NEEDS_ACTION: readonly (ErrorCode | null)[] = ['PLAN_CANCELLED', 'INVOICE_OPEN', 'OWN_CARD_NEEDED'];

/** A downgrade waits for the end of the paid period, unless the person wants it now. */
type When = 'now' | 'period_end';

type ChangeOfferProps = {
  priceId: PriceId;
  isBusy: boolean;
  /** Why the change failed. */
  error: unknown;
  onClose: () => void;
  onConfirm: (preview: { prorationAt: string; fromPriceId: PriceId | null; when: When }) => void;
};

/** What a change costs and does, and the buttons. It unmounts when its dialog closes, so its preview is never stale. */
export function ChangeOffer({ priceId, isBusy, error, onClose, onConfirm }: ChangeOfferProps) {
  const isInTrial = trpc.profile.get.useQuery().data?.access.isInTrial;
  const subscription = trpc.billing.subscription.useQuery();
  const current = subscription.data?.current;
  const credit = subscription.data?.creditCents ?? 0;
  const blocker = changeBlocker(current);
  // People confirm what they read: a new preview loads only if the server requires one.
  const preview = trpc.billing.previewChange.useQuery({ priceId }, { ...ONCE, enabled: blocker === null });
  const reloadPreview = () => void preview.refetch();
  const refusal = blocker ?? (NEEDS_ACTION.includes(errorCode(preview.error)) ? errorCode(preview.error) : null);
  const [chosen, setChosen] = useState<When>('period_end');
  const content = useRef<HTMLDivElement>(null);
  const afterUndo = () => {
    // The button disappears, so move the focus.
    content.current?.focus();
    reloadPreview();
  };
  const refusalActions = (code: ErrorCode | null) => (
    <RefusalActions code={code} priceId={priceId} onUndone={afterUndo} />
  );
  const { data } = preview;
  const plan = readPriceId(priceId)?.plan;
  return (
    <div className="stack" ref={content} tabIndex={-1}>
      {refusal === null ? (
        <Loaded query={preview} rows={3}>
          {(shown) => (
            <>
              {shown.laterAt && (
                <Segment
                  block
                  label="When to change"
                  options={[
                    { value: 'period_end', label: `On ${formatDate(shown.laterAt)}` },
                    { value: 'now', label: 'Now' },
                  ]}
                  value={chosen}
                  onChange={setChosen}
                />
              )}
              {shown.laterAt && (
                <p className="muted">
                  {chosen === 'period_end'
                    ? 'You keep your plan for the time you’ve paid for.'
                    : 'You switch right away, and what’s left of your payment becomes credit.'}
                </p>
              )}
              <dl className="billing-money">
                {(shown.laterAt && chosen === 'period_end'
                  ? laterLines(shown.laterAt, shown, credit)
                  : changeLines(shown)
                ).map(([term, value]) => (
                  <div key={term} className="row between">
                    <dt>{term}</dt>
                    <dd className="strong num">{value}</dd>
                  </div>
                ))}
              </dl>
              {isInTrial && shown.nextAt && (
                <p className="muted">{`The whole team stays open until ${formatDate(shown.nextAt)}. After that, this is what changes.`}</p>
              )}
              {isInTrial && current?.hasCard === false && plan && (
                <p className="muted">
                  There’s no card yet. If you don’t add one, we won’t charge anything, and you’ll move to{' '}
                  {PLAN_NAMES.free} instead of <span>{PLAN_NAMES[plan]}</span>.
                </p>
              )}
              <TierChangeLines change={shown.change} />
              {preview.error && error == null && <Refusal error={preview.error} />}
            </>
          )}
        </Loaded>
      ) : (
        <div className="stack" role="alert">
          <p>{ERROR_CODES[refusal].text}</p>
          {refusalActions(refusal)}
        </div>
      )}
      {refusal === null && <Refusal error={error}>{refusalActions(errorCode(error))}</Refusal>}
      <div className="row dialog-actions">
        <Button variant="secondary" onClick={onClose} disabled={isBusy}>
          Not now
        </Button>
        {blocker === null && refusal !== null && (
          <Button variant="secondary" busy={preview.isFetching} busyText="Loading..." onClick={reloadPreview}>
            {TRY_AGAIN}
          </Button>
        )}
        <Button
          disabled={!data || refusal !== null || preview.isFetching || preview.isError}
          busy={isBusy}
          busyText="Switching..."
          onClick={() => data && onConfirm({ ...data, when: data.laterAt ? chosen : 'now' })}
        >
          Switch plan
        </Button>
      </div>
    </div>
  );
}
