import { useNavigate } from '@tanstack/react-router';
import { useRef, useState, type FormEvent } from 'react';
import { TextField } from '#src/ui/forms/text-field.tsx';
import { useDeferredHydration } from '#src/hydration/use-deferred-hydration.ts';
import { classNames } from '#src/ui/class-names.ts';
import { trialEmailProblem } from '#src/domain/trial/trial-email.ts';

/** The email field of the hero (CHECKOUT-4). A plain form, so it also works before any script has loaded. */
export function TrialForm({ className }: { className?: string }) {
  const navigate = useNavigate();
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string>();

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const field = input.current;
    const email = field?.value.trim() ?? '';
    const wrong = trialEmailProblem(email);
    setProblem(wrong);
    if (wrong === undefined)
      void navigate({ to: '/checkout', search: { plan: 'starter', email, discount: 'first-time', from: '/' } });
    else field?.focus();
  };

  return (
    <form
      className={classNames('trial', className)}
      action="/checkout"
      method="get"
      noValidate
      {...useDeferredHydration()}
      onSubmit={submit}
    >
      <input type="hidden" name="plan" value="starter" />
      <input type="hidden" name="discount" value="first-time" />
      <input type="hidden" name="from" value="/" />
      <TextField
        ref={input}
        label="Work email"
        hideLabel
        name="email"
        type="email"
        placeholder="you@yourshop.com"
        autoComplete="email"
        error={problem}
        onChange={() => setProblem(undefined)}
      />
      <button className="btn lg" type="submit">
        Start free trial
      </button>
    </form>
  );
}
