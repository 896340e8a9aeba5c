import type { ComponentProps } from 'react';
import { buttonClass, type ButtonLook } from './button-class.ts';

type ButtonProps = ComponentProps<'button'> &
  ButtonLook & {
    /** Disables the button while its action runs. */
    busy?: boolean;
    /** The label meanwhile, such as 'Processing...'. */
    busyText?: string;
  };

/** A button. It submits a form only with `type="submit"`. Use one primary button per view. */
export function Button({
  variant,
  size,
  block,
  busy,
  busyText,
  className,
  children,
  disabled,
  type,
  ...rest
}: ButtonProps) {
  return (
    <button
      type={type ?? 'button'}
      className={buttonClass({ variant, size, block, className })}
      disabled={busy || disabled}
      aria-busy={busy || undefined}
      {...rest}
    >
      {busyText === undefined ? (
        children
      ) : (
        // Its own element, replaced as a whole: see tests/architecture/own-texts.ts.
        <span className="words" key={busy ? 'busy' : 'label'}>
          {busy ? busyText : children}
        </span>
      )}
    </button>
  );
}
