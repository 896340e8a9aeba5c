import { useRef, type ComponentProps } from 'react';
import { TextField } from './text-field.tsx';

const DIGITS = 6;

type CodeFieldProps = Omit<ComponentProps<typeof TextField>, 'onChange' | 'value' | 'label'> & {
  label?: string;
  value: string;
  onChange: (code: string) => void;
  /** Told once for each code that is complete. */
  onComplete: (code: string) => void;
};

/** Six digits from an app, a message or a mail. Blanks and dashes of a pasted code do not matter. */
export function CodeField({ label = 'Code', value, onChange, onComplete, ...rest }: CodeFieldProps) {
  const told = useRef('');
  const change = (typed: string) => {
    const code = typed.replaceAll(/\D/g, '').slice(0, DIGITS);
    onChange(code);
    if (code.length < DIGITS || code === told.current) return;
    told.current = code;
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
