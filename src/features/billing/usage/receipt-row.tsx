import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '#src/api/trpc.ts';
import { AssistantAvatar } from '#src/ui/assistant-avatar.tsx';
import { Badge } from '#src/ui/badge.tsx';
import { classNames } from '#src/ui/class-names.ts';
import { receiptSubject } from './receipt-subject.ts';
import { amountText } from './usage-months.ts';

type Receipt = inferRouterOutputs<AppRouter>['usage']['receipts']['receipts'][number];

const momentFormat = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
});

/** One use: what for, when, and whether it counts. What was given back stays to be seen, struck through. */
export function ReceiptRow({ receipt }: { receipt: Receipt }) {
  const { name, assistantId } = receiptSubject(receipt.subject);
  const isReleased = receipt.status === 'released';
  const amount = amountText(receipt.kind, receipt.amount);
  return (
    <li className="row billing-receipt">
      {assistantId ? <AssistantAvatar id={assistantId} size={32} /> : <span className="billing-noface" />}
      <p className="grow">
        <span>{name}</span>
        <time className="small muted" dateTime={receipt.createdAt} title={`${receipt.createdAt} (UTC)`}>
          {momentFormat.format(new Date(receipt.createdAt))}
        </time>
      </p>
      <p className="billing-amount">
        <span className={classNames('num', isReleased && 'muted')}>{isReleased ? <s>{amount}</s> : amount}</span>
        {isReleased && <Badge>No answer, no charge</Badge>}
        {receipt.status === 'reserved' && <Badge tone="warning">On its way</Badge>}
      </p>
    </li>
  );
}
