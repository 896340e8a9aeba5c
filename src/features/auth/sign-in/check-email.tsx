import { MailCheck } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { Api } from '#src/api/lazy/lazy-api.ts';
import { useSite } from '#src/domain/site/site.ts';
import { useCountdown } from '#src/lib/use-countdown.ts';
import { Button } from '#src/ui/button.tsx';
import { useCall } from '../use-call.ts';

/** The pause between two emails, in seconds. */
const PAUSE_S = 60;

type CheckEmailProps = {
  email: string;
  /** What the email contains and how long its link works. */
  children: ReactNode;
  /** Whether the mail server couldn’t take the email yet. */
  isLate: boolean;
  resend: (api: Api, email: string) => Promise<{ isLate: boolean }>;
  onBack: () => void;
  backText: string;
};

/** Says what to do after an email was sent. */
export function CheckEmail({ email, children, isLate: wasLate, resend, onBack, backText }: CheckEmailProps) {
  const { sandboxInboxUrl } = useSite();
  const heading = useRef<HTMLHeadingElement>(null);
  const pause = useCountdown(PAUSE_S, true);
  const [isResent, setIsResent] = useState(false);
  const [isLate, setIsLate] = useState(wasLate);
  const again = useCall(resend, {
    onDone: (sent) => {
      setIsLate(sent.isLate);
      setIsResent(true);
      pause.start();
    },
  });
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className="stack" aria-labelledby="check-email">
      <h1 className="h1" id="check-email" ref={heading} tabIndex={-1}>
        {isLate ? 'Your email is on its way' : 'Check your email'}
      </h1>
      <p className="muted">
        <span>{isLate ? 'Our emails are running late right now. We’ll send a link to' : 'We sent a link to'}</span>{' '}
        <span className="address" translate="no">
          {email}
        </span>
        <span>{isLate ? ' as soon as we can. You don’t need to ask again.' : '.'}</span> <span>{children}</span>
      </p>
      {sandboxInboxUrl && (
        <p className="row small">
          <MailCheck className="icon" aria-hidden="true" />
          <span>
            In sandbox mode, every email stays here:{' '}
            <a className="link" href={sandboxInboxUrl} target="_blank" rel="noreferrer">
              open the inbox
            </a>
            .
          </span>
        </p>
      )}
      {!sandboxInboxUrl && !isLate && <p className="small muted">Can’t find it? Check your spam folder.</p>}
      <Button
        variant="secondary"
        block
        busy={again.isBusy}
        busyText="Sending..."
        disabled={pause.left > 0}
        onClick={() => again.run(email)}
      >
        {pause.left > 0 ? `Send it again in ${pause.left} s` : 'Send it again'}
      </Button>
      <Button variant="ghost" block onClick={onBack}>
        {backText}
      </Button>
      <p className="small muted" role="status">
        {isResent && pause.left > 0 && !isLate && 'Sent again.'}
      </p>
    </section>
  );
}
