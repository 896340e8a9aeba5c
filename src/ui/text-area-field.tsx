import type { ComponentProps, ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { Field } from './field.tsx';

type TextAreaFieldProps = Omit<ComponentProps<'textarea'>, 'id'> & {
  label: ReactNode;
  hint?: ReactNode;
  error?: string;
  hideLabel?: boolean;
};

/** Several lines of text with their label, hint and error. */
export function TextAreaField({ label, hint, error, hideLabel, className, rows = 4, ...rest }: TextAreaFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} hideLabel={hideLabel}>
      {(control) => <textarea className={classNames('textarea', className)} rows={rows} {...rest} {...control} />}
    </Field>
  );
}
