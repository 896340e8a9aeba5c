import { monthText } from '#contract/dates.ts';
import { trpc } from '#src/api/trpc.ts';
import { BUILT_KINDS } from '#contract/billing/limits.ts';
import { Card } from '#src/ui/card.tsx';
import { Loaded } from '#src/ui/feedback/loaded.tsx';
import { UsageBar } from './usage-bar.tsx';

/** How much of each limit is used. */
export function UsageThisMonth() {
  const usage = trpc.usage.overview.useQuery();
  return (
    <Card as="section" className="stack" aria-labelledby="usage">
      <div className="row between">
        <h2 className="h3" id="usage">
          Usage This Month
        </h2>
        {usage.data && <span className="small muted">{monthText(usage.data.month)}</span>}
      </div>
      <Loaded query={usage} rows={1}>
        {({ kinds }) => (
          <>
            {kinds
              .filter(({ kind }) => BUILT_KINDS.includes(kind))
              .map((one) => (
                <UsageBar key={one.kind} {...one} />
              ))}
            <p className="small muted">
              Counts start over each calendar month (UTC), except that of active automations. Failed answers don’t
              count.
            </p>
          </>
        )}
      </Loaded>
    </Card>
  );
}
