import { LOADING, TRY_AGAIN } from '#contract/texts.ts';
import { Button } from '#src/ui/button.tsx';
import { Card } from '#src/ui/card.tsx';
import { Skeleton } from '#src/ui/feedback/skeleton.tsx';

/** Shown in place of the summary while the amount is loading or failed to load. */
export function SummaryPending({ problem, onRetry }: { problem: string | null; onRetry?: () => void }) {
  return (
    <Card as="section" dogEar className="stack">
      <h2 className="h3">Order summary</h2>
      {problem === null ? (
        <div className="stack" role="status" aria-label={LOADING}>
          <Skeleton shape="half" />
          <Skeleton />
          <Skeleton />
          <Skeleton shape="block" />
        </div>
      ) : (
        <>
          <p role="alert">{problem}</p>
          <Button variant="secondary" block onClick={onRetry}>
            {TRY_AGAIN}
          </Button>
        </>
      )}
    </Card>
  );
}
