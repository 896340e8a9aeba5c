import { Smartphone, SquareAsterisk } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { toast } from '#src/lib/toast.ts';
import { trpc } from '#src/api/trpc.ts';
import type { Factor } from '../account/account-query.ts';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import { Moment } from '../sign-in/moment.tsx';
import { NameDialog } from './name-dialog.tsx';
import { problemText } from '../problem.tsx';
import { RenameAndRemove } from './rename-and-remove.tsx';
import { SettingRow } from '../setting-row.tsx';
import { useLatest } from '../use-latest.ts';
import { useReadAgain } from '../use-read-again.ts';

/** The factors that protect the account, each with its name; `children` where there are none. */
export function FactorList({ factors, children }: { factors: Factor[]; children: ReactNode }) {
  const [renaming, setRenaming] = useState<Factor | null>(null);
  const [removing, setRemoving] = useState<Factor | null>(null);
  const [named, gone] = [useLatest(renaming), useLatest(removing)];
  const isLast = factors.length === 1;
  const readAgain = useReadAgain();
  const rename = trpc.auth.factors.rename.useMutation({
    onSuccess: async () => {
      setRenaming(null);
      await readAgain();
    },
  });
  const remove = trpc.auth.factors.remove.useMutation({
    onSuccess: async () => {
      setRemoving(null);
      toast.success({ title: 'Second factor removed', text: 'Every other device is signed out.' });
      await readAgain();
    },
  });

  return (
    <>
      {factors.length === 0 ? (
        children
      ) : (
        <ul className="setting-rows">
          {factors.map((factor) => (
            <FactorRow
              key={factor.id}
              factor={factor}
              onRename={() => {
                rename.reset();
                setRenaming(factor);
              }}
              onRemove={() => {
                remove.reset();
                setRemoving(factor);
              }}
            />
          ))}
        </ul>
      )}
      <NameDialog
        isOpen={renaming !== null}
        onClose={() => setRenaming(null)}
        title="Rename second factor"
        name={named?.friendlyName ?? ''}
        submitLabel="Rename"
        busyText="Saving..."
        isBusy={rename.isPending}
        problem={problemText(rename.error)}
        onChange={rename.reset}
        onSubmit={(friendlyName) => named && rename.mutate({ factorId: named.id, friendlyName })}
      />
      <ConfirmDialog
        isOpen={removing !== null}
        onClose={() => setRemoving(null)}
        title={`Remove ${gone?.friendlyName}?`}
        confirmLabel="Remove"
        busyText="Removing..."
        isBusy={remove.isPending}
        error={remove.error}
        onConfirm={() => gone && remove.mutate({ factorId: gone.id })}
      >
        <p>
          {isLast
            ? 'It is your only one. Without it your password alone opens your account, and your recovery codes stop working.'
            : 'Its codes will not work any more. Your other factors stay.'}
        </p>
      </ConfirmDialog>
    </>
  );
}

type FactorRowProps = { factor: Factor; onRename: () => void; onRemove: () => void };

function FactorRow({ factor, onRename, onRemove }: FactorRowProps) {
  const { factorType, friendlyName, phone, createdAt, lastUsedAt } = factor;
  const Icon = factorType === 'totp' ? SquareAsterisk : Smartphone;
  return (
    <SettingRow
      icon={<Icon className="icon" aria-hidden="true" />}
      title={friendlyName}
      note={
        <>
          {factorType === 'totp' ? 'Authenticator app' : `Phone ${phone}`} ·{' '}
          {lastUsedAt ? (
            <>
              Last used <Moment at={lastUsedAt} />
            </>
          ) : (
            <>
              Added <Moment at={createdAt} />
            </>
          )}
        </>
      }
    >
      <RenameAndRemove name={friendlyName} onRename={onRename} onRemove={onRemove} />
    </SettingRow>
  );
}
