import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';

type CardProps = ComponentProps<'div'> & {
  /** The folded corner, for the one card of a view that we recommend. */
  dogEar?: boolean;
  /** Without the paper edge. */
  flat?: boolean;
  as?: 'div' | 'section' | 'article';
};

/** A sheet of paper. */
export function Card({ dogEar, flat, as: Tag = 'div', className, ...rest }: CardProps) {
  return <Tag className={classNames('card', dogEar && 'dogear', flat && 'flat', className)} {...rest} />;
}
