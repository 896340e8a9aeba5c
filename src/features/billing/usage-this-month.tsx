import { LOADING } from '#contract/texts.ts';
import { errorText } from '#src/lib/app-error.ts';
import { trpc } from '#src/lib/trpc.ts';
import { Button } from '#src/ui/button.tsx';
import { Card } from '#src/ui/card.tsx';
import { Measure } from '#src/ui/measure.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';

/** Months are UTC calendar months, so the name must not shift with the reader's clock. */
function monthName(month: string): string {
  return new Date(`${month}-01T00:00:00Z`).toLocaleDateString('en-US', {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
}

/** How much of each monthly limit is used. */
export function UsageThisMonth() {
  const usage = trpc.usage.overview.useQuery();
  return (
    <Card as="section" className="stack" aria-labelledby="usage">
      <div className="row between">
        <h2 className="h3" id="usage">
          Usage This Month
        </h2>
        {usage.data && <span className="small muted">{monthName(usage.data.month)}</span>}
      </div>
      {usage.data ? (
        <>
          <Measure label="Messages" value={usage.data.messages.used} max={usage.data.messages.limit} />
          <p className="small muted">Counted per calendar month (UTC). An answer that fails is not counted.</p>
        </>
      ) : usage.error ? (
        <div className="stack" role="alert">
          <p className="muted">{errorText(usage.error)}</p>
          <Button variant="secondary" onClick={() => void usage.refetch()}>
            Try Again
          </Button>
        </div>
      ) : (
        <div className="stack" role="status" aria-label={LOADING}>
          <Skeleton shape="half" />
          <Skeleton />
        </div>
      )}
    </Card>
  );
}
