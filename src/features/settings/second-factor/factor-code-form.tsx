import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react';
import { Button } from '#src/ui/button.tsx';
import { CodeField } from '#src/ui/forms/code-field.tsx';

type FactorCodeFormProps = {
  submitLabel: string;
  isBusy: boolean;
  problem: string | undefined;
  onChange: () => void;
  onCode: (code: string) => Promise<void>;
  /** Further actions, after the submit button. */
  children?: ReactNode;
};

/** Asks for a new factor's first code. */
export function FactorCodeForm({ submitLabel, isBusy, problem, onChange, onCode, children }: FactorCodeFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const [code, setCode] = useState('');
  const [wrong, setWrong] = useState<string>();

  useEffect(() => form.current?.querySelector('input')?.focus(), []);
  useEffect(() => {
    if (problem !== undefined) form.current?.querySelector('input')?.select();
  }, [problem]);

  const check = (complete: string) => {
    if (!isBusy) void onCode(complete);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (code.length < 6) return setWrong('Please enter the six-digit code.');
    check(code);
  };
  return (
    <form ref={form} className="stack" noValidate onSubmit={submit}>
      <CodeField
        name="code"
        required
        value={code}
        error={wrong ?? problem}
        onChange={(typed) => {
          setCode(typed);
          setWrong(undefined);
          onChange();
        }}
        onComplete={check}
      />
      <Button type="submit" block busy={isBusy} busyText="Checking...">
        {submitLabel}
      </Button>
      {children}
    </form>
  );
}
