import type { ReactNode } from 'react';
import { LOADING, TRY_AGAIN } from '#contract/texts.ts';
import { errorText } from '#src/lib/app-error.ts';
import { Button } from '#src/ui/button.tsx';
import { Skeleton } from '#src/ui/feedback/skeleton.tsx';

type LoadedProps<Data> = {
  query: { data: Data | undefined; error: unknown; refetch: () => Promise<unknown> };
  /** How many placeholder rows to show. */
  rows?: number;
  children: (data: Data) => ReactNode;
};

/** A query's data, a placeholder while it loads, or why it failed. */
export function Loaded<Data>({ query, rows = 2, children }: LoadedProps<Data>) {
  if (query.data !== undefined) return children(query.data);
  if (query.error) {
    return (
      <div className="stack" role="alert">
        <p className="muted">{errorText(query.error)}</p>
        <div className="row">
          <Button variant="secondary" onClick={() => void query.refetch()}>
            {TRY_AGAIN}
          </Button>
        </div>
      </div>
    );
  }
  return (
    <div className="stack" role="status" aria-label={LOADING}>
      {Array.from({ length: rows }, (_none, index) => (
        <div className="stack" key={index}>
          <Skeleton shape="half" />
          <Skeleton shape="wide" />
        </div>
      ))}
    </div>
  );
}
