import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';

type IconButtonProps = ComponentProps<'button'> & {
  /** What it does, for people who don't see the icon. */
  label: string;
  boxed?: boolean;
};

/** A 44 px button with an icon only. */
export function IconButton({ label, boxed, className, type, ...rest }: IconButtonProps) {
  return (
    <button
      type={type ?? 'button'}
      className={classNames('iconbtn', boxed && 'boxed', className)}
      aria-label={label}
      {...rest}
    />
  );
}
