import { useNavigate } from '@tanstack/react-router';
import type { FormEvent } from 'react';

/** The e-mail entry of the hero. It is a plain form to /auth, so it also works before any script has loaded. */
export function TrialForm() {
  const navigate = useNavigate();

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const email = new FormData(event.currentTarget).get('email');
    const typed = typeof email === 'string' ? email.trim() : '';
    void navigate({ to: '/auth', search: { tab: 'signup', email: typed || undefined } });
  };

  return (
    <form className="trial" action="/auth" method="get" noValidate onSubmit={submit}>
      <input type="hidden" name="tab" value="signup" />
      <label className="sr" htmlFor="trial-email">
        Work email
      </label>
      <input
        className="input"
        id="trial-email"
        name="email"
        type="email"
        placeholder="you@yourshop.com"
        autoComplete="email"
      />
      <button className="btn lg" type="submit">
        Start free trial
      </button>
    </form>
  );
}
