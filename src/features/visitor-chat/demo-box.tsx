import { useLocation, useNavigate } from '@tanstack/react-router';
import { useRef, useState, type FormEvent } from 'react';
import { EMAIL_MAX } from '#contract/account/email-address.ts';
import { TRIAL_DAYS } from '#contract/billing/plans.ts';
import { VISITOR_CHAT_TEXTS } from '#contract/chat/visitor-texts.ts';
import { trialEmailProblem } from '#src/domain/trial/trial-email.ts';
import { Button } from '#src/ui/button.tsx';
import { TextField } from '#src/ui/forms/text-field.tsx';

/** Follows the offer (VISITOR-3): leads to the checkout with the email address filled in. */
export function DemoBox({ onRequest, onLater }: { onRequest: (name: string) => void; onLater: () => void }) {
  const navigate = useNavigate();
  const from = useLocation({ select: ({ href }) => href });
  const name = useRef<HTMLInputElement>(null);
  const email = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string>();

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const address = email.current?.value.trim() ?? '';
    const wrong = trialEmailProblem(address);
    setProblem(wrong);
    if (wrong !== undefined) {
      email.current?.focus();
      return;
    }
    onRequest(name.current?.value.trim() ?? '');
    void navigate({
      to: '/checkout',
      search: { plan: 'pro', email: address, discount: 'first-time', urgent: 'true', source: 'chatbot', from },
    });
  };

  return (
    <form className="demo-box" aria-labelledby="demo-box-title" noValidate onSubmit={submit}>
      <p className="strong" id="demo-box-title">
        {VISITOR_CHAT_TEXTS.requestDemo}
      </p>
      <p className="hint">
        We’ll take you to the checkout for Pro with the discount applied. The first {TRIAL_DAYS} days are a free trial,
        no card needed.
      </p>
      <TextField
        ref={name}
        label="Name"
        hideLabel
        placeholder="Name (optional)"
        name="name"
        autoComplete="name"
        maxLength={100}
      />
      <TextField
        ref={email}
        label="Email"
        hideLabel
        placeholder="Email"
        name="email"
        type="email"
        autoComplete="email"
        maxLength={EMAIL_MAX}
        error={problem}
        onChange={() => setProblem(undefined)}
      />
      <p className="row">
        <Button type="submit" className="grow">
          {VISITOR_CHAT_TEXTS.requestDemo}
        </Button>
        <Button variant="ghost" onClick={onLater}>
          {VISITOR_CHAT_TEXTS.later}
        </Button>
      </p>
    </form>
  );
}
