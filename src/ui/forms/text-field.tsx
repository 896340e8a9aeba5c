import type { ComponentProps, ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import { Field } from './field.tsx';

type TextFieldProps = Omit<ComponentProps<'input'>, 'id'> & {
  label: ReactNode;
  hint?: ReactNode;
  error?: string;
  hideLabel?: boolean;
};

/** A line of text with its label, hint and error. `ref` and the other attributes go to the input. */
export function TextField({ label, hint, error, hideLabel, className, ...rest }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} hideLabel={hideLabel}>
      {(control) => (
        <input
          className={classNames('input', className)}
          // An email address isn't a word in any language; browsers already know not to capitalize it.
          spellCheck={rest.type === 'email' ? false : undefined}
          {...rest}
          {...control}
        />
      )}
    </Field>
  );
}
