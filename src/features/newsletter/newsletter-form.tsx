import { useEffect, useRef, useState, type FormEvent } from 'react';
import { EMAIL_MAX } from '#contract/account/email-address.ts';
import { useSubmittedForm } from '#src/hydration/submitted-form.ts';
import { sendLazy } from '#src/api/lazy/send-lazy.ts';
import { trialEmailProblem } from '#src/domain/trial/trial-email.ts';
import { useDeferredHydration } from '#src/hydration/use-deferred-hydration.ts';
import { Button } from '#src/ui/button.tsx';
import { TextField } from '#src/ui/forms/text-field.tsx';
import { InboxNote } from './inbox-note.tsx';

/** Replaces the form, so it takes over the focus. */
function Sent({ to }: { to: string }) {
  const words = useRef<HTMLParagraphElement>(null);
  useEffect(() => words.current?.focus(), []);
  return (
    <div className="news-done">
      <p ref={words} className="quiet-focus" tabIndex={-1} role="status">
        <b>Check your inbox.</b> We sent a link to{' '}
        <span className="address" translate="no">
          {to}
        </span>
        . Open it to confirm, and we’ll send you the next article.
      </p>
      <InboxNote />
    </div>
  );
}

/** The address field and Subscribe. A plain form, so it also works before any script has loaded. */
export function NewsletterForm() {
  const submittedForm = useSubmittedForm('/newsletter');
  const deferred = useDeferredHydration();
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState(submittedForm?.problems['email'] ?? submittedForm?.problem ?? undefined);
  const [isBusy, setIsBusy] = useState(false);
  const [sentTo, setSentTo] = useState<string | null>(null);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    const email = input.current?.value.trim() ?? '';
    let wrong = trialEmailProblem(email) ?? null;
    if (wrong === null) {
      setIsBusy(true);
      wrong = await sendLazy((api) => api.newsletter.subscribe.mutate({ email }));
      setIsBusy(false);
    }
    setProblem(wrong ?? undefined);
    if (wrong === null) setSentTo(email);
    else input.current?.focus();
  };

  if (sentTo !== null) return <Sent to={sentTo} />;
  return (
    <form action="/newsletter" method="post" noValidate {...deferred} onSubmit={(event) => void submit(event)}>
      <TextField
        ref={input}
        label="Email"
        hideLabel
        name="email"
        type="email"
        placeholder="you@yourshop.com"
        autoComplete="email"
        maxLength={EMAIL_MAX}
        defaultValue={submittedForm?.values['email']}
        error={problem}
        onChange={() => setProblem(undefined)}
      />
      <Button type="submit" variant="paper" size="lg" busy={isBusy} busyText="Subscribing...">
        Subscribe
      </Button>
    </form>
  );
}
