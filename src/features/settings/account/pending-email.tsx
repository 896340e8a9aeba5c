import { MailCheck } from 'lucide-react';
import { use } from 'react';
import { EMAIL_CHANGE_HOURS } from '#contract/account/account-times.ts';
import { toast } from '#src/lib/toast.ts';
import { trpc } from '#src/api/trpc.ts';
import { Banner } from '#src/ui/feedback/banner.tsx';
import { Button } from '#src/ui/button.tsx';
import { CardHeading } from '../card-heading.ts';
import { Problem, problemText } from '../problem.tsx';
import { useReadAgain } from '../use-read-again.ts';

/** A new address that hasn't been confirmed yet. */
export function PendingEmail({ address }: { address: string }) {
  const readAgain = useReadAgain();
  const heading = use(CardHeading);
  const resend = trpc.account.resendEmailChange.useMutation({
    onSuccess: () => toast.success({ title: 'Link sent again', text: `Check your inbox at ${address}.` }),
  });
  const cancel = trpc.account.cancelEmailChange.useMutation({
    onSuccess: async () => {
      // The button disappears, so move the focus.
      heading?.current?.focus();
      await readAgain();
      toast.success({ title: 'Change canceled', text: 'Your email address stays the same.' });
    },
  });
  return (
    <div className="stack">
      <Banner
        tone="plain"
        label="Waiting for confirmation"
        icon={<MailCheck className="icon" aria-hidden="true" />}
        title={
          <>
            <span>Waiting for </span>
            <span className="address" translate="no">
              {address}
            </span>
          </>
        }
        text={`Open the link we sent there. It works for ${EMAIL_CHANGE_HOURS} hours.`}
      >
        <Button variant="secondary" busy={resend.isPending} busyText="Sending..." onClick={() => resend.mutate()}>
          Send again
        </Button>
        <Button variant="ghost" busy={cancel.isPending} busyText="Canceling..." onClick={() => cancel.mutate()}>
          Cancel change
        </Button>
      </Banner>
      <Problem text={problemText(resend.error ?? cancel.error)} />
    </div>
  );
}
