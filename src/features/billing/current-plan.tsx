import type { ReactNode } from 'react';
import { statusLabel, statusTone, type ProfileAccess } from '#src/lib/plan-label.ts';
import type { CurrentPlan as Current } from '#src/lib/subscription.ts';
import { Badge } from '#src/ui/badge.tsx';
import { Card } from '#src/ui/card.tsx';
import { planSituation } from '#src/lib/plan-situation.ts';

type CurrentPlanProps = {
  access: ProfileAccess;
  current: Current | null;
  /** The buttons. */
  children: ReactNode;
};

/** Which plan applies now, until when, and what comes next. */
export function CurrentPlan({ access, current, children }: CurrentPlanProps) {
  const { name, price, text } = planSituation(access, current);
  return (
    <Card as="section" className="stack" aria-labelledby="current-plan">
      <div className="row between">
        <h2 className="h3" id="current-plan" tabIndex={-1}>
          Current Plan
        </h2>
        <Badge tone={statusTone(access)}>{statusLabel(access)}</Badge>
      </div>
      <p className="billing-plan">
        <span className="h2">{name}</span> <span className="muted">{price}</span>
      </p>
      <p className="muted">{text}</p>
      {children}
    </Card>
  );
}
