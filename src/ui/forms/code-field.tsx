import { useRef, type ComponentProps } from 'react';
import { TextField } from './text-field.tsx';

const DIGITS = 6;

type CodeFieldProps = Omit<ComponentProps<typeof TextField>, 'onChange' | 'value' | 'label'> & {
  label?: string;
  value: string;
  onChange: (code: string) => void;
  /** Called once for each complete code. */
  onComplete: (code: string) => void;
};

/** Six digits from an app, a text message or an email. Spaces and dashes in a pasted code are ignored. */
export function CodeField({ label = 'Code', value, onChange, onComplete, ...rest }: CodeFieldProps) {
  const lastComplete = useRef('');
  const change = (typed: string) => {
    const code = typed.replaceAll(/\D/g, '').slice(0, DIGITS);
    onChange(code);
    if (code.length < DIGITS || code === lastComplete.current) return;
    lastComplete.current = code;
    onComplete(code);
  };
  return (
    <TextField
      label={label}
      className="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      autoCorrect="off"
      spellCheck={false}
      placeholder="000000"
      value={value}
      onChange={(event) => change(event.target.value)}
      {...rest}
    />
  );
}
