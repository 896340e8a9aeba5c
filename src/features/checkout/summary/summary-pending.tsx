import { LOADING } from '#contract/texts.ts';
import { Button } from '#src/ui/button.tsx';
import { Card } from '#src/ui/card.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';

/** In place of the summary, while what is due is on its way or could not be read. */
export function SummaryPending({ problem, onRetry }: { problem: string | null; onRetry: () => void }) {
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
            Try Again
          </Button>
        </>
      )}
    </Card>
  );
}
