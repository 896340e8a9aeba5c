import type { ReactNode } from 'react';
import { LOADING } from '#contract/texts.ts';
import { errorText } from '#src/lib/app-error.ts';
import { Button } from '#src/ui/button.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';

type LoadedProps<Data> = {
  query: { data: Data | undefined; error: unknown; refetch: () => Promise<unknown> };
  /** How many rows to hold a place for. */
  rows?: number;
  children: (data: Data) => ReactNode;
};

/** What a query brought, its place while it is on its way, or why it did not come. */
export function Loaded<Data>({ query, rows = 2, children }: LoadedProps<Data>) {
  if (query.data !== undefined) return children(query.data);
  if (query.error) {
    return (
      <div className="stack" role="alert">
        <p className="muted">{errorText(query.error)}</p>
        <div className="row">
          <Button variant="secondary" onClick={() => void query.refetch()}>
            Try Again
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
