import { classNames } from './class-names.ts';

type SkeletonProps = {
  shape?: 'line' | 'title' | 'block' | 'avatar' | 'half' | 'wide';
  className?: string;
};

/** A place held for content on its way. Hidden from screen readers: say "Loading..." once beside it. */
export function Skeleton({ shape = 'line', className }: SkeletonProps) {
  return <div className={classNames('sk', shape !== 'line' && shape, className)} aria-hidden="true" />;
}
