import { CircleAlert } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { classNames } from '../class-names.ts';

/** The attributes that tie a control to its label, hint and error. */
export type FieldControl = {
  id: string;
  'aria-invalid'?: true;
  'aria-describedby'?: string;
};

type FieldProps = {
  label: ReactNode;
  hint?: ReactNode;
  /** A sentence below the control; if present, the control is marked invalid. */
  error?: string;
  /** Hides the label visually but keeps it for screen readers. */
  hideLabel?: boolean;
  children: (control: FieldControl) => ReactNode;
};

/** Label, control, hint and error. `children` renders the control, with the attributes that tie it to them. */
export function Field({ label, hint, error, hideLabel, children }: FieldProps) {
  const id = useId();
  const describedBy = classNames(Boolean(hint) && `${id}-hint`, Boolean(error) && `${id}-error`);
  return (
    <div className="field">
      <label htmlFor={id} className={hideLabel ? 'sr' : undefined}>
        {label}
      </label>
      {children({ id, 'aria-invalid': error ? true : undefined, 'aria-describedby': describedBy || undefined })}
      {hint && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error && (
        <p className="error" id={`${id}-error`} role="alert">
          <CircleAlert className="icon sm" aria-hidden="true" />
          <span>{error}</span>
        </p>
      )}
    </div>
  );
}
