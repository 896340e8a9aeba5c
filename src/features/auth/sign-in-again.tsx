import { useEffect, useRef, useState, type FormEvent } from 'react';
import { errorText } from '#src/lib/app-error.ts';
import { signInPath } from '#src/lib/redirect-path.ts';
import { signInAgain } from '#src/lib/session.ts';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { TextField } from '#src/ui/text-field.tsx';
import './auth.css';
import { PasswordField } from './password-field.tsx';

export type SignInAgainProps = { isOpen: boolean; onClose: () => void; email: string };

/** Asks for the password where the session ended. The page behind it stays as it is, with everything typed in it. */
export function SignInAgain({ isOpen, onClose, email }: SignInAgainProps) {
  return (
    <Dialog
      open={isOpen}
      onClose={onClose}
      title="Please sign in again"
      lead="Your session has ended. Everything on this page is kept, also what you have typed."
      closable={false}
    >
      <PasswordForm email={email} />
    </Dialog>
  );
}

function passwordIn(form: HTMLFormElement | null): HTMLInputElement | null | undefined {
  return form?.querySelector<HTMLInputElement>('[name=password]');
}

function PasswordForm({ email }: { email: string }) {
  const formRef = useRef<HTMLFormElement>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string>();

  // The dialog would begin with the address, where there is nothing to do.
  useEffect(() => passwordIn(formRef.current)?.focus(), []);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const password = new FormData(event.currentTarget).get('password');
    if (typeof password !== 'string' || password === '') return setProblem('Password is required');
    setIsBusy(true);
    setProblem(undefined);
    try {
      await signInAgain(password);
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
      <Button type="submit" size="lg" block busy={isBusy} busyText="Signing in...">
        Sign in
      </Button>
      {/* A full load: nothing of this person stays in memory for whoever comes next. */}
      <a className="link leave" href={signInPath(window.location.pathname + window.location.search)}>
        Leave this page and sign in as someone else
      </a>
    </form>
  );
}
