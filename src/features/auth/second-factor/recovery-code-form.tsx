import { useEffect, useRef, useState, type FormEvent } from 'react';
import { errorText } from '#src/lib/app-error.ts';
import { Button } from '#src/ui/button.tsx';
import { TextField } from '#src/ui/forms/text-field.tsx';

/** Asks for one of the ten codes shown when the first factor was set up. */
export function RecoveryCodeForm({ onCode }: { onCode: (code: string) => Promise<void> }) {
  const form = useRef<HTMLFormElement>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string>();

  useEffect(() => form.current?.querySelector('input')?.focus(), []);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const code = new FormData(event.currentTarget).get('code');
    if (typeof code !== 'string' || code.trim() === '') return setProblem('Please enter one of your recovery codes.');
    setIsBusy(true);
    setProblem(undefined);
    try {
      await onCode(code);
    } catch (error) {
      setProblem(errorText(error));
      form.current?.querySelector('input')?.select();
    }
    setIsBusy(false);
  };

  return (
    <form ref={form} className="stack" method="post" noValidate onSubmit={(event) => void submit(event)}>
      <TextField
        label="Recovery code"
        name="code"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        placeholder="k7f2-9dqm"
        required
        hint="One of the ten you saved when you set this up. Each works once."
        error={problem}
        onChange={() => setProblem(undefined)}
      />
      <Button type="submit" size="lg" block busy={isBusy} busyText="Checking...">
        Continue
      </Button>
    </form>
  );
}
