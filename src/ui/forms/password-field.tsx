import { Eye, EyeOff } from 'lucide-react';
import { useState, type ComponentProps } from 'react';
import { Field } from './field.tsx';
import { IconButton } from '../icon-button.tsx';

type PasswordFieldProps = Omit<ComponentProps<'input'>, 'id' | 'type'> & {
  label?: string;
  hint?: string;
  error?: string;
};

/** A password field with a button that reveals the password. */
export function PasswordField({ label = 'Password', hint, error, ...rest }: PasswordFieldProps) {
  const [isShown, setIsShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <span className="secret">
          <input className="input" type={isShown ? 'text' : 'password'} {...rest} {...control} />
          <IconButton label={isShown ? 'Hide password' : 'Show password'} onClick={() => setIsShown(!isShown)}>
            <Icon className="icon" aria-hidden="true" />
          </IconButton>
        </span>
      )}
    </Field>
  );
}
