import { classNames } from './class-names.ts';

export type ButtonLook = {
  variant?: 'primary' | 'secondary' | 'ghost' | 'danger' | 'paper';
  /** 44 px by default, 52 px, or 36 px (44 on touch) for dense rows. */
  size?: 'md' | 'lg' | 'sm';
  /** As wide as its container. */
  block?: boolean;
};

/** The classes of a button, for links that look like one. */
export function buttonClass({
  variant = 'primary',
  size = 'md',
  block,
  className,
}: ButtonLook & { className?: string } = {}): string {
  return classNames('btn', variant !== 'primary' && variant, size !== 'md' && size, block && 'block', className);
}
