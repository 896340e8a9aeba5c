import { ChevronDown } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import { Field } from './field.tsx';

type SelectFieldProps = Omit<ComponentProps<'select'>, 'id' | 'children'> & {
  label: ReactNode;
  hint?: ReactNode;
  error?: string;
  options: readonly { value: string; label: string }[];
  /** Shown while nothing is chosen; it has the value ''. */
  placeholder?: string;
};

/** A native select with its label, hint and error. */
export function SelectField({ label, hint, error, options, placeholder, className, ...rest }: SelectFieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <span className="select">
          <select className={classNames('input', className)} {...rest} {...control}>
            {placeholder !== undefined && <option value="">{placeholder}</option>}
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
          <ChevronDown className="icon" aria-hidden="true" />
        </span>
      )}
    </Field>
  );
}
