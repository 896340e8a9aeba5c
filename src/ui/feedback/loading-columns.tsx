import { LOADING } from '#contract/texts.ts';
import { Skeleton } from './skeleton.tsx';

/** A page of two columns while it loads. `className` is that of the columns. */
export function LoadingColumns({ className }: { className: string }) {
  return (
    <div className={className} role="status" aria-label={LOADING}>
      <div className="stack">
        <Skeleton shape="title" />
        <Skeleton shape="block" />
        <Skeleton shape="block" />
      </div>
      <div className="stack">
        <Skeleton shape="block" />
        <Skeleton shape="block" />
      </div>
    </div>
  );
}
