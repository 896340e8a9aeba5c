import type { ReactNode } from 'react';
import { teamOfTier } from '#contract/chat/assistants.ts';
import { taxNote } from '#src/domain/site/tax-note.ts';
import { formatAmount } from '#src/lib/text/format.ts';
import { AssistantAvatar } from '#src/ui/brand/assistant-avatar.tsx';
import { Card } from '#src/ui/card.tsx';
import type { Order } from '#src/domain/checkout/order.ts';
import { discountLine, dueLabel, firstLine, laterText, listLine, taxRow } from './order-words.ts';
import { TrustList } from '../compare/trust-list.tsx';

type WhenKnownProps = { order: Order | null; pending: ReactNode; children: ReactNode };

/** Its code loads while the order does. */
export function OrderSummaryWhenKnown({ order, pending, children }: WhenKnownProps) {
  return order ? <OrderSummary order={order}>{children}</OrderSummary> : pending;
}

/** What is charged now and later. `children` is the button and the text around it. */
export function OrderSummary({ order, children }: { order: Order; children: ReactNode }) {
  const { listCents, firstCents, first, discount, dueTodayCents, firstChargeAt } = order;
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
            <dd>{`−${formatAmount(discount.cents)}`}</dd>
          </div>
        )}
        {firstChargeAt !== null && (
          <div>
            <dt>{firstLine(order)}</dt>
            <dd>{formatAmount(firstCents)}</dd>
          </div>
        )}
        {order.isTaxed && (
          <div>
            <dt>{taxRow(order)[0]}</dt>
            <dd>{taxRow(order)[1]}</dd>
          </div>
        )}
        {first.usedCents > 0 && (
          <div className="off">
            <dt>Your credit</dt>
            <dd>{`−${formatAmount(first.usedCents)}`}</dd>
          </div>
        )}
        <div className="due">
          <dt>{dueLabel(order)}</dt>
          <dd>{formatAmount(dueTodayCents)}</dd>
        </div>
      </dl>
      <p className="small muted">{taxNote(order.isTaxed)}</p>
      {order.code?.note && <p className="small">{order.code.note}</p>}
      {children}
      <p className="small muted">{laterText(order)}</p>
      {firstChargeAt !== null && (
        <p className="small muted">
          You don’t need a card today. If you haven’t added one when the trial ends, you’ll move to Free and pay
          nothing.
        </p>
      )}
      <TrustList guarantee={order.guarantee} />
    </Card>
  );
}
