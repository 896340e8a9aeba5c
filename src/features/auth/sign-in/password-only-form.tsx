import { useEffect, useRef, useState, type FormEvent } from 'react';
import { errorText } from '#src/lib/app-error.ts';
import { Button } from '#src/ui/button.tsx';
import { PasswordField } from '#src/ui/forms/password-field.tsx';
import { TextField } from '#src/ui/forms/text-field.tsx';

type PasswordOnlyFormProps = {
  /** The account's address, shown to the person and their password manager. */
  email: string;
  submitText: string;
  busyText: string;
  /** Checks the password; throws if it's refused. */
  onPassword: (password: string) => Promise<void>;
};

function passwordIn(form: HTMLFormElement | null): HTMLInputElement | null | undefined {
  return form?.querySelector<HTMLInputElement>('[name=password]');
}

/** Asks a known person for their password. */
export function PasswordOnlyForm({ email, submitText, busyText, onPassword }: PasswordOnlyFormProps) {
  const formRef = useRef<HTMLFormElement>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string>();

  // A dialog would focus its first field, the address, which can't be edited.
  useEffect(() => passwordIn(formRef.current)?.focus(), []);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const password = new FormData(event.currentTarget).get('password');
    if (typeof password !== 'string' || password === '') return setProblem('Password is required');
    setIsBusy(true);
    setProblem(undefined);
    try {
      await onPassword(password);
    } catch (error) {
      setProblem(errorText(error));
      passwordIn(formRef.current)?.select();
    }
    setIsBusy(false);
  };

  return (
    <form ref={formRef} className="stack" method="post" noValidate onSubmit={(event) => void submit(event)}>
      <TextField label="Email" name="email" type="email" autoComplete="username" value={email} readOnly />
      <PasswordField
        name="password"
        autoComplete="current-password"
        placeholder="Your password"
        required
        error={problem}
        onChange={() => setProblem(undefined)}
      />
      <Button type="submit" size="lg" block busy={isBusy} busyText={busyText}>
        {submitText}
      </Button>
    </form>
  );
}
