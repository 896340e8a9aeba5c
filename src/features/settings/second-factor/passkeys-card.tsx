import { useState } from 'react';
import { PASSKEYS_MAX } from '#contract/account/factor-limits.ts';
import { hasPasskeys } from '#src/domain/session/passkeys.ts';
import { toast } from '#src/lib/toast.ts';
import { trpc } from '#src/api/trpc.ts';
import { Button } from '#src/ui/button.tsx';
import type { Passkey } from '../account/account-query.ts';
import { AddPasskeyDialog } from './add-passkey-dialog.tsx';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import { freeName } from './free-name.ts';
import { Loaded } from '#src/ui/loaded.tsx';
import { NameDialog } from './name-dialog.tsx';
import { PasskeyRow } from './passkey-row.tsx';
import { problemText } from '../problem.tsx';
import { SettingsCard } from '../settings-card.tsx';
import { useLatest } from '../use-latest.ts';
import { useReadAgain } from '../use-read-again.ts';

/** Passkeys: another way in, without a password. */
export function PasskeysCard() {
  const passkeys = trpc.auth.passkeys.list.useQuery();
  const [isAdding, setIsAdding] = useState(false);
  const [renaming, setRenaming] = useState<Passkey | null>(null);
  const [removing, setRemoving] = useState<Passkey | null>(null);
  const [named, gone] = [useLatest(renaming), useLatest(removing)];
  const readAgain = useReadAgain();
  const rename = trpc.auth.passkeys.rename.useMutation({
    onSuccess: async () => {
      setRenaming(null);
      await readAgain();
    },
  });
  const remove = trpc.auth.passkeys.remove.useMutation({
    onSuccess: async () => {
      setRemoving(null);
      toast.success({ title: 'Passkey removed' });
      await readAgain();
    },
  });
  const taken = passkeys.data?.map(({ friendlyName }) => friendlyName) ?? [];

  return (
    <SettingsCard
      title="Passkeys"
      lead="Sign in with your fingerprint, face or screen lock instead of a password. A passkey counts as both factors."
    >
      <Loaded query={passkeys} rows={1}>
        {(list) =>
          list.length === 0 ? (
            <p>You have none yet.</p>
          ) : (
            <ul className="setting-rows">
              {list.map((passkey) => (
                <PasskeyRow
                  key={passkey.id}
                  passkey={passkey}
                  onRename={() => {
                    rename.reset();
                    setRenaming(passkey);
                  }}
                  onRemove={() => {
                    remove.reset();
                    setRemoving(passkey);
                  }}
                />
              ))}
            </ul>
          )
        }
      </Loaded>
      {hasPasskeys() ? (
        <div className="row">
          <Button variant="secondary" disabled={taken.length >= PASSKEYS_MAX} onClick={() => setIsAdding(true)}>
            Add a passkey
          </Button>
        </div>
      ) : (
        <p className="small muted">This browser cannot make passkeys.</p>
      )}
      <AddPasskeyDialog
        isOpen={isAdding}
        onClose={() => setIsAdding(false)}
        suggestion={freeName('My passkey', taken)}
      />
      <NameDialog
        isOpen={renaming !== null}
        onClose={() => setRenaming(null)}
        title="Rename passkey"
        name={named?.friendlyName ?? ''}
        submitLabel="Rename"
        busyText="Saving..."
        isBusy={rename.isPending}
        problem={problemText(rename.error)}
        onChange={rename.reset}
        onSubmit={(friendlyName) => named && rename.mutate({ id: named.id, friendlyName })}
      />
      <ConfirmDialog
        isOpen={removing !== null}
        onClose={() => setRemoving(null)}
        title={`Remove ${gone?.friendlyName}?`}
        confirmLabel="Remove"
        busyText="Removing..."
        isBusy={remove.isPending}
        error={remove.error}
        onConfirm={() => gone && remove.mutate({ id: gone.id })}
      >
        <p>It will not open your account any more. Delete it on your device too, so that it is not offered again.</p>
      </ConfirmDialog>
    </SettingsCard>
  );
}
