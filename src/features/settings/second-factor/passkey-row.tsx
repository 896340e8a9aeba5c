import { KeyRound } from 'lucide-react';
import { Badge } from '#src/ui/badge.tsx';
import type { Passkey } from '../account/account-query.ts';
import { Moment } from '../sign-in/moment.tsx';
import { RenameAndRemove } from './rename-and-remove.tsx';
import { SettingRow } from '../setting-row.tsx';

type PasskeyRowProps = { passkey: Passkey; onRename: () => void; onRemove: () => void };

export function PasskeyRow({ passkey, onRename, onRemove }: PasskeyRowProps) {
  const { friendlyName, createdAt, lastUsedAt, isBackedUp } = passkey;
  return (
    <SettingRow
      icon={<KeyRound className="icon" aria-hidden="true" />}
      title={friendlyName}
      badge={isBackedUp && <Badge>Synced</Badge>}
      note={
        <>
          <span>Added </span>
          <Moment at={createdAt} />
          <span> ·</span>{' '}
          {lastUsedAt ? (
            <>
              <span>Last used </span>
              <Moment at={lastUsedAt} />
            </>
          ) : (
            <span>Not used yet</span>
          )}
        </>
      }
    >
      <RenameAndRemove name={friendlyName} onRename={onRename} onRemove={onRemove} />
    </SettingRow>
  );
}
