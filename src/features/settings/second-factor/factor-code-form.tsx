import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react';
import { Button } from '#src/ui/button.tsx';
import { CodeField } from '#src/ui/code-field.tsx';

type FactorCodeFormProps = {
  submitLabel: string;
  isBusy: boolean;
  problem: string | undefined;
  onChange: () => void;
  onCode: (code: string) => Promise<void>;
  /** What else can be done, after the button that hands the code in. */
  children?: ReactNode;
};

/** The first code of a new factor. */
export function FactorCodeForm({ submitLabel, isBusy, problem, onChange, onCode, children }: FactorCodeFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const [code, setCode] = useState('');
  const [wrong, setWrong] = useState<string>();

  useEffect(() => form.current?.querySelector('input')?.focus(), []);
  useEffect(() => {
    if (problem !== undefined) form.current?.querySelector('input')?.select();
  }, [problem]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (code.length < 6) return setWrong('Please enter the six digits of the code.');
    if (!isBusy) void onCode(code);
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
        onComplete={(complete) => void onCode(complete)}
      />
      <Button type="submit" block busy={isBusy} busyText="Checking...">
        {submitLabel}
      </Button>
      {children}
    </form>
  );
}
