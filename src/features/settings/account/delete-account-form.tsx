import { Link } from '@tanstack/react-router';
import { useEffect, useState, type FormEvent } from 'react';
import { DELETION_GRACE_DAYS } from '#contract/account/account-times.ts';
import { DAY_MS } from '#contract/billing/plans.ts';
import { formatDate } from '#src/lib/format.ts';
import { toast } from '#src/lib/toast.ts';
import { trpc } from '#src/api/trpc.ts';
import { Button } from '#src/ui/button.tsx';
import { TextField } from '#src/ui/text-field.tsx';
import { Problem, problemText } from '../problem.tsx';
import { useReadAgain } from '../use-read-again.ts';

type DeleteAccountFormProps = { email: string; onBusy: (isBusy: boolean) => void; onClose: () => void };

/** Says what goes and what stays, and has the address typed, so that nobody deletes by a slip. */
export function DeleteAccountForm({ email, onBusy, onClose }: DeleteAccountFormProps) {
  const [day] = useState(() => formatDate(new Date(Date.now() + DELETION_GRACE_DAYS * DAY_MS)));
  const [typed, setTyped] = useState('');
  const [wrong, setWrong] = useState<string>();
  const readAgain = useReadAgain();
  const ask = trpc.account.askDeletion.useMutation({
    onSuccess: async ({ deleteAfter }) => {
      await readAgain();
      toast.success({ title: 'Deletion asked for', text: `Your account is deleted on ${formatDate(deleteAfter)}.` });
      onClose();
    },
  });
  const isBusy = ask.isPending;
  useEffect(() => onBusy(isBusy), [isBusy, onBusy]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (typed.trim().toLowerCase() !== email.toLowerCase())
      return setWrong('That is not the email address of this account.');
    ask.mutate();
  };
  return (
    <form className="stack" noValidate onSubmit={submit}>
      <dl className="what-goes">
        <dt>What goes</dt>
        <dd>
          Your profile, every conversation, your factors and passkeys, and every device and script that is signed in.
        </dd>
        <dt>What stays</dt>
        <dd>
          Keyed hashes of your email address and of your linked accounts, so that each person has one trial.{' '}
          <Link to="/privacy">Privacy</Link> says more.
        </dd>
        <dt>When</dt>
        <dd>On {day}. Other devices are signed out now. You can change your mind until then.</dd>
      </dl>
      <TextField
        label={
          <>
            Type <span className="address">{email}</span> to confirm
          </>
        }
        name="confirmation"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        required
        value={typed}
        error={wrong}
        onChange={(event) => {
          setTyped(event.target.value);
          setWrong(undefined);
        }}
      />
      <Problem text={problemText(ask.error)} />
      <div className="row dialog-actions">
        <Button variant="secondary" onClick={onClose} disabled={isBusy}>
          Cancel
        </Button>
        <Button type="submit" variant="danger" busy={isBusy} busyText="Asking...">
          Delete my account
        </Button>
      </div>
    </form>
  );
}
