import { MailCheck } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { CONFIRMATION_HOURS } from '#contract/auth.ts';
import { useSite } from '#src/lib/site.ts';
import { Button } from '#src/ui/button.tsx';

/** What to do after signing up. */
export function CheckEmail({ email, onBack }: { email: string; onBack: () => void }) {
  const { sandboxInboxUrl } = useSite();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className="stack" aria-labelledby="check-email">
      <h1 className="h1" id="check-email" ref={heading} tabIndex={-1}>
        Check your email
      </h1>
      <p className="muted">
        We have sent a message to <span className="address">{email}</span>. Open the link in it to confirm your address.
        It works for {CONFIRMATION_HOURS} hours.
      </p>
      {sandboxInboxUrl ? (
        <p className="row small">
          <MailCheck className="icon" aria-hidden="true" />
          <span>
            Sandbox mode keeps all mail here:{' '}
            <a className="link" href={sandboxInboxUrl} target="_blank" rel="noreferrer">
              open the inbox
            </a>
            .
          </span>
        </p>
      ) : (
        <p className="small muted">
          Nothing there after a few minutes? Look in the spam folder, or sign in to get a new link.
        </p>
      )}
      <Button variant="secondary" block onClick={onBack}>
        Back to sign in
      </Button>
    </section>
  );
}
