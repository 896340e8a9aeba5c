import { Eye, EyeOff } from 'lucide-react';
import { useState, type ComponentProps } from 'react';
import { Field } from '#src/ui/field.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';

type PasswordFieldProps = Omit<ComponentProps<'input'>, 'id' | 'type'> & { hint?: string; error?: string };

/** A password with a button that shows it. */
export function PasswordField({ hint, error, ...rest }: PasswordFieldProps) {
  const [isShown, setIsShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  return (
    <Field label="Password" hint={hint} error={error}>
      {(control) => (
        <span className="auth-secret">
          <input className="input" type={isShown ? 'text' : 'password'} {...rest} {...control} />
          <IconButton label={isShown ? 'Hide password' : 'Show password'} onClick={() => setIsShown(!isShown)}>
            <Icon className="icon" aria-hidden="true" />
          </IconButton>
        </span>
      )}
    </Field>
  );
}
