import { useEffect, useRef, useState, type FormEvent } from 'react';
import { errorText } from '#src/lib/app-error.ts';
import { Button } from '#src/ui/button.tsx';
import { CodeField } from '#src/ui/forms/code-field.tsx';

type CodeFormProps = {
  /** The content below the field. */
  hint?: string;
  /** Checks the code; throws if it's refused. */
  onCode: (code: string) => Promise<void>;
};

/** Asks for six digits and submits them as soon as they are complete. */
export function CodeForm({ hint, onCode }: CodeFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const isRunning = useRef(false);
  const [code, setCode] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string>();

  useEffect(() => form.current?.querySelector('input')?.focus(), []);

  const check = async (given: string) => {
    // The sixth digit and the Enter key may arrive together.
    if (isRunning.current) return;
    isRunning.current = true;
    setIsBusy(true);
    setProblem(undefined);
    try {
      await onCode(given);
    } catch (error) {
      setProblem(errorText(error));
      form.current?.querySelector('input')?.select();
    }
    isRunning.current = false;
    setIsBusy(false);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (code.length < 6) return setProblem('Please enter the six-digit code.');
    void check(code);
  };

  return (
    <form ref={form} className="stack" method="post" noValidate onSubmit={submit}>
      <CodeField
        name="code"
        value={code}
        hint={hint}
        error={problem}
        required
        onChange={(next) => {
          setCode(next);
          setProblem(undefined);
        }}
        onComplete={(complete) => void check(complete)}
      />
      <Button type="submit" size="lg" block busy={isBusy} busyText="Checking...">
        Continue
      </Button>
    </form>
  );
}
