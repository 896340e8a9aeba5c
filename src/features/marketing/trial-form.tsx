import { useNavigate } from '@tanstack/react-router';
import type { FormEvent } from 'react';

/** The e-mail entry of the hero (spec §2 "/checkout"). It is a plain form, so it also works before any script has loaded. */
export function TrialForm() {
  const navigate = useNavigate();

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const email = new FormData(event.currentTarget).get('email');
    const typed = typeof email === 'string' ? email.trim() : '';
    void navigate({ to: '/checkout', search: { plan: 'starter', email: typed || undefined, discount: 'first-time' } });
  };

  return (
    <form className="trial" action="/checkout" method="get" noValidate onSubmit={submit}>
      <input type="hidden" name="plan" value="starter" />
      <input type="hidden" name="discount" value="first-time" />
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
