import { useNavigate } from '@tanstack/react-router';
import { useState, type FormEvent } from 'react';
import { newPasswordSchema } from '#contract/account/auth.ts';
import { PASSWORD_MIN } from '#contract/account/password-length.ts';
import { WAYS_IN_PATH } from '#src/domain/session/ways-in-path.ts';
import { toast } from '#src/lib/toast.ts';
import { trpc } from '#src/api/trpc.ts';
import { Button } from '#src/ui/button.tsx';
import { PasswordField } from '#src/ui/forms/password-field.tsx';
import { problemText } from '../problem.tsx';
import { useReadAgain } from '../use-read-again.ts';

type PasswordFormProps = { email: string; hasPassword: boolean; onDone: () => void };

/** A new password, typed once: a button can reveal it. */
export function PasswordForm({ email, hasPassword, onDone }: PasswordFormProps) {
  const [typed, setTyped] = useState('');
  const [wrong, setWrong] = useState<string>();
  const readAgain = useReadAgain();
  const navigate = useNavigate();
  const set = trpc.account.setPassword.useMutation({
    onSuccess: async ({ turnedOff }) => {
      toast.success({
        title: hasPassword ? 'Password changed' : 'Password set',
        text: 'We’ve signed out every other device.',
      });
      await readAgain();
      onDone();
      if (turnedOff > 0) await navigate({ href: WAYS_IN_PATH });
    },
  });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const checked = newPasswordSchema.safeParse(typed);
    setWrong(checked.error?.issues[0]?.message);
    if (checked.success) set.mutate({ password: checked.data });
  };
  return (
    <form className="stack" noValidate onSubmit={submit}>
      {/* Password managers save the new password with this address. */}
      <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        label="New password"
        name="password"
        autoComplete="new-password"
        required
        hint={`At least ${PASSWORD_MIN} characters. A few plain words work well.`}
        value={typed}
        error={wrong ?? problemText(set.error)}
        onChange={(event) => {
          setTyped(event.target.value);
          setWrong(undefined);
          set.reset();
        }}
      />
      <div className="row">
        <Button type="submit" busy={set.isPending} busyText="Saving...">
          {hasPassword ? 'Change password' : 'Set password'}
        </Button>
        <Button variant="ghost" onClick={onDone} disabled={set.isPending}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
