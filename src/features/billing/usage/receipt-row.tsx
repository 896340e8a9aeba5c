import { dayOfYearText, timeText } from '#contract/dates.ts';
import { FileText } from 'lucide-react';
import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '#src/api/trpc.ts';
import { AssistantAvatar } from '#src/ui/brand/assistant-avatar.tsx';
import { Badge } from '#src/ui/badge.tsx';
import { classNames } from '#src/ui/class-names.ts';
import { amountText } from './usage-months.ts';
import { ASSISTANTS, type AssistantId } from '#contract/chat/assistants.ts';

type Receipt = inferRouterOutputs<AppRouter>['usage']['receipts']['receipts'][number];

/** What a use was for, in words, with a face if there is one. */
function receiptSubject({ kind, subject }: Receipt): { name: string; assistantId: AssistantId | null } {
  // The title of a template, which may be anything.
  if (kind === 'templates' && subject !== 'script') return { name: subject, assistantId: null };
  const assistant = ASSISTANTS.find(({ id }) => id === subject);
  if (assistant) return { name: assistant.name, assistantId: assistant.id };
  if (subject === 'earlier') return { name: 'Before we kept receipts', assistantId: null };
  if (subject === 'script') return { name: 'Your script', assistantId: null };
  return { name: subject === '' ? 'Unnamed' : subject, assistantId: null };
}

/** One use: what for, when, and whether it counts. Refunded uses stay visible, struck through. */
export function ReceiptRow({ receipt }: { receipt: Receipt }) {
  const { name, assistantId } = receiptSubject(receipt);
  const isReleased = receipt.status === 'released';
  const amount = amountText(receipt.kind, receipt.amount);
  return (
    <li className="row billing-receipt">
      {assistantId ? (
        <AssistantAvatar id={assistantId} size={32} />
      ) : (
        <span className="billing-noface">
          {receipt.kind === 'templates' && <FileText className="icon" aria-hidden="true" />}
        </span>
      )}
      <p className="grow">
        <span>{name}</span>
        <time className="small muted" dateTime={receipt.createdAt} title={`${receipt.createdAt} (UTC)`}>
          {`${dayOfYearText(receipt.createdAt)}, ${timeText(receipt.createdAt)}`}
        </time>
      </p>
      <p className="billing-amount">
        <span className={classNames('num', isReleased && 'muted')}>{isReleased ? <s>{amount}</s> : amount}</span>
        {isReleased && <Badge>No answer, no charge</Badge>}
        {receipt.status === 'reserved' && <Badge tone="warning">In progress</Badge>}
      </p>
    </li>
  );
}
