import { Link } from '@tanstack/react-router';
import { useEffect, useState, type FormEvent } from 'react';
import { DELETION_GRACE_DAYS } from '#contract/account/account-times.ts';
import { DAY_MS } from '#contract/billing/plans.ts';
import { formatDate } from '#src/lib/text/format.ts';
import { toast } from '#src/lib/toast.ts';
import { trpc } from '#src/api/trpc.ts';
import { Button } from '#src/ui/button.tsx';
import { TextField } from '#src/ui/forms/text-field.tsx';
import { Problem, problemText } from '../problem.tsx';
import { useReadAgain } from '../use-read-again.ts';

type DeleteAccountFormProps = { email: string; onBusy: (isBusy: boolean) => void; onClose: () => void };

/** Says what goes and what stays, and requires typing the address, so that nobody deletes an account by accident. */
export function DeleteAccountForm({ email, onBusy, onClose }: DeleteAccountFormProps) {
  const [day] = useState(() => formatDate(new Date(Date.now() + DELETION_GRACE_DAYS * DAY_MS)));
  const [typed, setTyped] = useState('');
  const [wrong, setWrong] = useState<string>();
  const readAgain = useReadAgain();
  const ask = trpc.account.askDeletion.useMutation({
    onSuccess: async ({ deleteAfter }) => {
      await readAgain();
      toast.success({
        title: 'Account deletion requested',
        text: `We’ll delete your account on ${formatDate(deleteAfter)}.`,
      });
      onClose();
    },
  });
  const isBusy = ask.isPending;
  useEffect(() => onBusy(isBusy), [isBusy, onBusy]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (typed.trim().toLowerCase() !== email.toLowerCase()) return setWrong('That’s not this account’s email address.');
    ask.mutate();
  };
  return (
    <form className="stack" noValidate onSubmit={submit}>
      <dl className="what-goes">
        <dt>What we delete</dt>
        <dd>
          Your profile, every conversation, your second factors and passkeys, and every signed-in device and script.
        </dd>
        <dt>What we keep</dt>
        <dd>
          Keyed hashes of your email address and linked accounts, so each person gets one trial.{' '}
          <Link to="/privacy">More under Privacy</Link>.
        </dd>
        <dt>When</dt>
        <dd>{`On ${day}. We’ll sign out your other devices now. Until then, you can change your mind.`}</dd>
      </dl>
      <TextField
        label={
          <>
            <span>Type </span>
            <span className="address" translate="no">
              {email}
            </span>
            <span> to confirm</span>
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
        <Button type="submit" variant="danger" busy={isBusy} busyText="One moment...">
          Delete my account
        </Button>
      </div>
    </form>
  );
}
