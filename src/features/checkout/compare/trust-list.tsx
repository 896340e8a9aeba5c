import { CalendarX2, Lock, ShieldCheck } from 'lucide-react';
import { GUARANTEE_CLAIM } from '#src/domain/site/public-claims.ts';

/** What makes it safe to go on. */
export function TrustList() {
  return (
    <ul className="ticks small trust">
      <li>
        <ShieldCheck className="icon" aria-hidden="true" />
        {GUARANTEE_CLAIM}
      </li>
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
