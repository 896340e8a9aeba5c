import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react';
import { PASSWORD_MIN } from '#contract/account/password-length.ts';
import { loadOrReport } from '#src/lib/lazy/load-or-report.ts';
import { whenUsed } from '#src/lib/lazy/when-used.ts';
import { Button } from '#src/ui/button.tsx';
import { PasswordField } from '#src/ui/forms/password-field.tsx';
import { TextField } from '#src/ui/forms/text-field.tsx';
import type { AuthMode, CredentialErrors, Credentials } from './check-credentials.ts';

const TEXTS = {
  signin: { submit: 'Sign in', busy: 'Signing in...', placeholder: 'Your password', autoComplete: 'current-password' },
  signup: {
    submit: 'Create account',
    busy: 'Creating account...',
    placeholder: 'Choose a password',
    autoComplete: 'new-password',
  },
} as const;

/** The schema library is a fifth of the page, and isn't needed before the first submit. */
const loadCheck = async () => (await import('./check-credentials.ts')).checkCredentials;

type CredentialsFormProps = {
  mode: AuthMode;
  defaultEmail: string;
  busy: boolean;
  /** Why the server refuses this password. */
  refusal: string | undefined;
  /** The content between the password and the button. */
  children?: ReactNode;
  onChange: (email: string) => void;
  onSubmit: (credentials: Credentials) => void;
};

function readEmail(form: HTMLFormElement | null): string {
  return form?.querySelector<HTMLInputElement>('[name=email]')?.value ?? '';
}

/** Email and password. The fields keep their content when the tab changes, including what was typed before hydration. */
export function CredentialsForm({
  mode,
  defaultEmail,
  busy,
  refusal,
  children,
  onChange,
  onSubmit,
}: CredentialsFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const [found, setFound] = useState<{ mode: AuthMode; errors: CredentialErrors }>({ mode, errors: {} });
  const errors = found.mode === mode ? found.errors : {};
  const texts = TEXTS[mode];

  useEffect(() => whenUsed(() => void loadCheck().catch(() => undefined)), []);
  useEffect(() => {
    // Typing before hydration fired no React events, so read the fields now.
    if (readEmail(form.current) !== '') onChange(readEmail(form.current));
    // oxlint-disable-next-line react/exhaustive-deps -- reason: once, on hydration
  }, []);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = Object.fromEntries(new FormData(event.currentTarget));
    const checkCredentials = await loadOrReport(loadCheck);
    if (!checkCredentials) return;
    const checked = checkCredentials(mode, typed);
    setFound({ mode, errors: checked.errors ?? {} });
    if (checked.credentials) return onSubmit(checked.credentials);
    form.current?.querySelector<HTMLInputElement>(checked.errors.email ? '[name=email]' : '[name=password]')?.focus();
  };
  const clear = (field: keyof CredentialErrors) => {
    if (errors[field]) setFound({ mode, errors: { ...errors, [field]: undefined } });
    onChange(readEmail(form.current));
  };

  return (
    // POST, so that a submit before hydration can never put the password into the URL.
    <form ref={form} className="stack" method="post" noValidate onSubmit={(event) => void submit(event)}>
      <TextField
        label="Email"
        name="email"
        type="email"
        autoComplete={mode === 'signin' ? 'username webauthn' : 'email'}
        placeholder="you@yourbusiness.com"
        defaultValue={defaultEmail}
        required
        error={errors.email}
        onChange={() => clear('email')}
      />
      <PasswordField
        name="password"
        autoComplete={texts.autoComplete}
        placeholder={texts.placeholder}
        required
        hint={mode === 'signup' ? `At least ${PASSWORD_MIN} characters. A few plain words work well.` : undefined}
        error={errors.password ?? refusal}
        onChange={() => clear('password')}
      />
      {children}
      <Button type="submit" size="lg" block busy={busy} busyText={texts.busy}>
        {texts.submit}
      </Button>
    </form>
  );
}
