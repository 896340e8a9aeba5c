import { CalendarX2, Lock, ShieldCheck } from 'lucide-react';
import { GUARANTEE_CLAIM } from '#src/domain/site/guarantee-claim.ts';
import { formatDate } from '#src/lib/text/format.ts';
import type { CheckoutTerms } from '#src/domain/checkout/checkout-terms.ts';

/** Reasons why buying is safe. The guarantee is named only to people who can use it (BILL-8). */
export function TrustList({ guarantee }: Pick<CheckoutTerms, 'guarantee'>) {
  return (
    <ul className="ticks small trust">
      {guarantee && (
        <li>
          <ShieldCheck className="icon" aria-hidden="true" />
          <a className="link" href="/terms#guarantee" target="_blank">
            {guarantee.until === null ? GUARANTEE_CLAIM : `Money back until ${formatDate(guarantee.until)}`}
          </a>
        </li>
      )}
      <li>
        <CalendarX2 className="icon" aria-hidden="true" />
        Cancel anytime
      </li>
      <li>
        <Lock className="icon" aria-hidden="true" />
        Card details stay with the payment provider
      </li>
    </ul>
  );
}
