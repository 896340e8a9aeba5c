import type { ReactNode } from 'react';
import { teamOfTier } from '#contract/chat/assistants.ts';
import { formatAmount } from '#src/lib/format.ts';
import { AssistantAvatar } from '#src/ui/assistant-avatar.tsx';
import { Card } from '#src/ui/card.tsx';
import type { Order } from './order.ts';
import { discountLine, firstLine, laterText, listLine } from './order-words.ts';
import { TrustList } from '../compare/trust-list.tsx';

/** What is charged now and later. `children` is the button and what belongs to it. */
export function OrderSummary({ order, children }: { order: Order; children: ReactNode }) {
  const { listCents, firstCents, discount, dueTodayCents, firstChargeAt } = order;
  return (
    <Card as="section" dogEar className="stack">
      <h2 className="h3">Order summary</h2>
      <p className="sum-team" aria-hidden="true">
        {teamOfTier(order.plan).map(({ id }) => (
          <AssistantAvatar key={id} id={id} size={36} />
        ))}
      </p>
      <dl className="lines num">
        <div>
          <dt>{listLine(order)}</dt>
          <dd>{formatAmount(listCents)}</dd>
        </div>
        {discount && (
          <div className="off">
            <dt>{discountLine(order)}</dt>
            <dd>−{formatAmount(discount.cents)}</dd>
          </div>
        )}
        {firstChargeAt !== null && (
          <div>
            <dt>{firstLine(order)}</dt>
            <dd>{formatAmount(firstCents)}</dd>
          </div>
        )}
        <div className="due">
          <dt>Due today</dt>
          <dd>{formatAmount(dueTodayCents)}</dd>
        </div>
      </dl>
      {children}
      <p className="small muted">{laterText(order)}</p>
      {firstChargeAt !== null && (
        <p className="small muted">
          No card is needed now. If none is there when the trial ends, you go on with the free plan and nothing is
          charged.
        </p>
      )}
      <TrustList />
    </Card>
  );
}
