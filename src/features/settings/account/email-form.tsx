import { useState, type FormEvent } from 'react';
import { emailSchema } from '#contract/account/auth.ts';
import { toast } from '#src/lib/toast.ts';
import { trpc } from '#src/api/trpc.ts';
import { Button } from '#src/ui/button.tsx';
import { TextField } from '#src/ui/forms/text-field.tsx';
import { problemText } from '../problem.tsx';
import { useReadAgain } from '../use-read-again.ts';

/** Asks for a new address. It applies only once the link emailed to it has been opened. */
export function EmailForm({ email, onDone }: { email: string; onDone: () => void }) {
  const [typed, setTyped] = useState('');
  const [wrong, setWrong] = useState<string>();
  const readAgain = useReadAgain();
  const change = trpc.account.changeEmail.useMutation({
    onSuccess: async (_done, { email: address }) => {
      await readAgain();
      toast.success({ title: 'Link sent', text: `Check your inbox at ${address}.` });
      onDone();
    },
  });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const checked = emailSchema.safeParse(typed);
    setWrong(checked.error?.issues[0]?.message);
    if (checked.success) change.mutate({ email: checked.data });
  };
  return (
    <form className="stack" noValidate onSubmit={submit}>
      <TextField
        label="New email address"
        name="email"
        type="email"
        autoComplete="email"
        required
        hint={`We’ll send a link there. Until you open it, your address stays ${email}.`}
        value={typed}
        error={wrong ?? problemText(change.error)}
        onChange={(event) => {
          setTyped(event.target.value);
          setWrong(undefined);
          change.reset();
        }}
      />
      <div className="row">
        <Button type="submit" busy={change.isPending} busyText="Sending the link...">
          Send the link
        </Button>
        <Button variant="ghost" onClick={onDone} disabled={change.isPending}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
