import { useEffect, useRef, useState, type FormEvent } from 'react';
import { useSubmittedForm } from '#src/hydration/submitted-form.ts';
import { sendLazy } from '#src/api/lazy/send-lazy.ts';
import { trialEmailProblem } from '#src/domain/trial/trial-email.ts';
import { useDeferredHydration } from '#src/hydration/use-deferred-hydration.ts';
import { Button } from '#src/ui/button.tsx';
import { TextField } from '#src/ui/text-field.tsx';
import { InboxNote } from './inbox-note.tsx';

/** In the place of the form, so it takes the focus that was there. */
function Sent({ to }: { to: string }) {
  const words = useRef<HTMLParagraphElement>(null);
  useEffect(() => words.current?.focus(), []);
  return (
    <div className="news-done">
      <p ref={words} className="quiet-focus" tabIndex={-1} role="status">
        <b>Check your inbox.</b> A mail is on its way to <span className="address">{to}</span>. Confirm it there, and
        the next article comes to you.
      </p>
      <InboxNote />
    </div>
  );
}

/** The address and Subscribe. It is a plain form, so it also works before any script has loaded. */
export function NewsletterForm() {
  const posted = useSubmittedForm('/newsletter');
  const deferred = useDeferredHydration();
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState(posted?.problems['email'] ?? posted?.problem ?? undefined);
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
        maxLength={254}
        defaultValue={posted?.values['email']}
        error={problem}
        onChange={() => setProblem(undefined)}
      />
      <Button type="submit" variant="paper" size="lg" busy={isBusy} busyText="Subscribing...">
        Subscribe
      </Button>
    </form>
  );
}
