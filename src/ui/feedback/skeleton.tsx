import { classNames } from '../class-names.ts';

type SkeletonProps = { shape?: 'line' | 'title' | 'block' | 'half' | 'wide' };

/** A placeholder for loading content. Hidden from screen readers: say "Loading..." once beside it. */
export function Skeleton({ shape = 'line' }: SkeletonProps) {
  return <div className={classNames('sk', shape !== 'line' && shape)} aria-hidden="true" />;
}
