import { formatDate } from '#src/lib/text/format.ts';
import { ONCE } from '#src/domain/subscription/preview-options.ts';
import { trpc } from '#src/api/trpc.ts';
import { Button } from '#src/ui/button.tsx';
import { Loaded } from '#src/ui/feedback/loaded.tsx';
import { Refusal } from '../refusal.tsx';
import { TierChangeLines } from '../plan-change/tier-change-lines.tsx';
import { refundButton, refundSentence } from './refund-news.ts';

function WhatEnds() {
  const preview = trpc.billing.previewEnd.useQuery(undefined, ONCE);
  return (
    <Loaded query={preview} rows={3}>
      {({ change }) => <TierChangeLines change={change} />}
    </Loaded>
  );
}

type RefundOfferProps = {
  planName: string;
  until: string;
  isBusy: boolean;
  /** Why the request failed. */
  error: unknown;
  onClose: () => void;
  onConfirm: () => void;
};

/** What is paid back and what ends, and the buttons. It can't be confirmed before it has said the amount. */
export function RefundOffer({ planName, until, isBusy, error, onClose, onConfirm }: RefundOfferProps) {
  const preview = trpc.billing.previewRefund.useQuery(undefined, ONCE);
  return (
    <div className="stack">
      <Loaded query={preview} rows={1}>
        {(refund) => <p>{refundSentence(refund)}</p>}
      </Loaded>
      <p className="muted">{`${planName} ends right away, not at the end of the period. You can do this once, until ${formatDate(until)}.`}</p>
      <WhatEnds />
      <Refusal error={error} />
      <div className="row dialog-actions">
        <Button variant="secondary" onClick={onClose} disabled={isBusy}>{`Keep ${planName}`}</Button>
        <Button variant="danger" disabled={!preview.data} busy={isBusy} busyText="One moment..." onClick={onConfirm}>
          {refundButton(preview.data)}
        </Button>
      </div>
    </div>
  );
}
