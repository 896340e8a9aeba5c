import { useState } from 'react';
import { PASSKEYS_MAX } from '#contract/account/factor-limits.ts';
import { hasPasskeys } from '#src/domain/session/passkeys.ts';
import { toast } from '#src/lib/toast.ts';
import { trpc } from '#src/api/trpc.ts';
import { Button } from '#src/ui/button.tsx';
import type { Passkey } from '../account/account-query.ts';
import { AddPasskeyDialog } from './add-passkey-dialog.tsx';
import { freeName } from './free-name.ts';
import { Loaded } from '#src/ui/feedback/loaded.tsx';
import { NamedItems, useNamedItems } from './named-items.tsx';
import { PasskeyRow } from './passkey-row.tsx';
import { SettingsCard } from '../settings-card.tsx';

/** Passkeys: a way to sign in without a password. */
export function PasskeysCard() {
  const passkeys = trpc.auth.passkeys.list.useQuery();
  const [isAdding, setIsAdding] = useState(false);
  const { dialogs, done } = useNamedItems<Passkey>();
  const rename = trpc.auth.passkeys.rename.useMutation({ onSuccess: done });
  const remove = trpc.auth.passkeys.remove.useMutation({
    onSuccess: () => {
      toast.success({ title: 'Passkey removed' });
      return done();
    },
  });
  const taken = passkeys.data?.map(({ friendlyName }) => friendlyName) ?? [];

  return (
    <SettingsCard
      title="Passkeys"
      lead="Sign in with your fingerprint, face or screen lock instead of a password. A passkey counts as both factors."
    >
      <Loaded query={passkeys} rows={1}>
        {(list) => (
          <NamedItems
            items={list}
            dialogs={dialogs}
            renameTitle="Rename passkey"
            rename={rename}
            onRename={({ id }, friendlyName) => rename.mutate({ id, friendlyName })}
            remove={remove}
            onRemove={({ id }) => remove.mutate({ id })}
            warning="You won’t be able to sign in with it anymore. Delete it on your device too, so your browser doesn’t offer it again."
            empty={<p>You don’t have any yet.</p>}
          >
            {(passkey, actions) => <PasskeyRow key={passkey.id} passkey={passkey} {...actions} />}
          </NamedItems>
        )}
      </Loaded>
      {hasPasskeys() ? (
        <div className="row">
          <Button variant="secondary" disabled={taken.length >= PASSKEYS_MAX} onClick={() => setIsAdding(true)}>
            Add a passkey
          </Button>
        </div>
      ) : (
        <p className="small muted">This browser can’t create passkeys.</p>
      )}
      <AddPasskeyDialog
        isOpen={isAdding}
        onClose={() => setIsAdding(false)}
        suggestion={freeName('My passkey', taken)}
      />
    </SettingsCard>
  );
}
