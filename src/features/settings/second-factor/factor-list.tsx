import { Smartphone, SquareAsterisk } from 'lucide-react';
import type { ReactNode } from 'react';
import { toast } from '#src/lib/toast.ts';
import { trpc } from '#src/api/trpc.ts';
import type { Factor } from '../account/account-query.ts';
import { Moment } from '../sign-in/moment.tsx';
import { NamedItems, useNamedItems } from './named-items.tsx';
import { RenameAndRemove } from './rename-and-remove.tsx';
import { SettingRow } from '../setting-row.tsx';

/** The factors that protect the account, by name; `children` if there are none. */
export function FactorList({ factors, children }: { factors: Factor[]; children: ReactNode }) {
  const { dialogs, done } = useNamedItems<Factor>();
  const rename = trpc.auth.factors.rename.useMutation({ onSuccess: done });
  const remove = trpc.auth.factors.remove.useMutation({
    onSuccess: () => {
      toast.success({ title: 'Second factor removed', text: 'We’ve signed out every other device.' });
      return done();
    },
  });

  return (
    <NamedItems
      items={factors}
      dialogs={dialogs}
      renameTitle="Rename second factor"
      rename={rename}
      onRename={({ id }, friendlyName) => rename.mutate({ factorId: id, friendlyName })}
      remove={remove}
      onRemove={({ id }) => remove.mutate({ factorId: id })}
      warning={
        factors.length === 1
          ? 'It’s your only one. Without it, your password alone opens your account, and your recovery codes stop working.'
          : 'Its codes will stop working. Your other factors stay.'
      }
      empty={children}
    >
      {(factor, actions) => <FactorRow key={factor.id} factor={factor} {...actions} />}
    </NamedItems>
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
          <span>{`${factorType === 'totp' ? 'Authenticator app' : `Phone ${phone}`} ·`}</span>{' '}
          {lastUsedAt ? (
            <>
              <span>Last used </span>
              <Moment at={lastUsedAt} />
            </>
          ) : (
            <>
              <span>Added </span>
              <Moment at={createdAt} />
            </>
          )}
        </>
      }
    >
      <RenameAndRemove name={friendlyName} onRename={onRename} onRemove={onRemove} />
    </SettingRow>
  );
}
