import { MailCheck } from 'lucide-react';
import { EMAIL_CHANGE_HOURS } from '#contract/account/account-times.ts';
import { toast } from '#src/lib/toast.ts';
import { trpc } from '#src/api/trpc.ts';
import { Banner } from '#src/ui/banner.tsx';
import { Button } from '#src/ui/button.tsx';
import { Problem, problemText } from '../problem.tsx';
import { useReadAgain } from '../use-read-again.ts';

/** An address that waits to be confirmed. */
export function PendingEmail({ address }: { address: string }) {
  const readAgain = useReadAgain();
  const resend = trpc.account.resendEmailChange.useMutation({
    onSuccess: () => toast.success({ title: 'Link sent again', text: `Look for it in the mail of ${address}.` }),
  });
  const cancel = trpc.account.cancelEmailChange.useMutation({
    onSuccess: async () => {
      await readAgain();
      toast.success({ title: 'Change cancelled', text: 'Your email address stays as it is.' });
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
            Waiting for <span className="address">{address}</span>
          </>
        }
        text={`Open the link that we have sent there. It works for ${EMAIL_CHANGE_HOURS} hours.`}
      >
        <Button variant="secondary" busy={resend.isPending} busyText="Sending..." onClick={() => resend.mutate()}>
          Send again
        </Button>
        <Button variant="ghost" busy={cancel.isPending} busyText="Cancelling..." onClick={() => cancel.mutate()}>
          Cancel change
        </Button>
      </Banner>
      <Problem text={problemText(resend.error ?? cancel.error)} />
    </div>
  );
}
