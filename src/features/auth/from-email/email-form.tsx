import { useRef, useState, type FormEvent } from 'react';
import { loadOrReport } from '#src/lib/lazy/load-or-report.ts';
import { Button } from '#src/ui/button.tsx';
import { TextField } from '#src/ui/forms/text-field.tsx';

const loadCheck = async () => (await import('../sign-in/check-credentials.ts')).checkEmail;

type EmailFormProps = {
  defaultEmail: string;
  busy: boolean;
  submitText: string;
  onSubmit: (email: string) => void;
};

/** A form for an email address. */
export function EmailForm({ defaultEmail, busy, submitText, onSubmit }: EmailFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const [problem, setProblem] = useState<string>();

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = new FormData(event.currentTarget).get('email');
    const checkEmail = await loadOrReport(loadCheck);
    if (!checkEmail) return;
    const { email, error } = checkEmail(typed);
    setProblem(error);
    if (error === undefined) onSubmit(email);
    else form.current?.querySelector('input')?.focus();
  };

  return (
    <form ref={form} className="stack" method="post" noValidate onSubmit={(event) => void submit(event)}>
      <TextField
        label="Email"
        name="email"
        type="email"
        autoComplete="username"
        placeholder="you@yourbusiness.com"
        defaultValue={defaultEmail}
        required
        error={problem}
        onChange={() => setProblem(undefined)}
      />
      <Button type="submit" size="lg" block busy={busy} busyText="Sending...">
        {submitText}
      </Button>
    </form>
  );
}
