import { Monitor, Smartphone, Terminal } from 'lucide-react';
import { Badge } from '#src/ui/badge.tsx';
import { Button } from '#src/ui/button.tsx';
import type { DeviceSession } from '../account/account-query.ts';
import { Moment } from './moment.tsx';
import { SettingRow } from '../setting-row.tsx';

function DeviceIcon({ session: { kind, isHandheld } }: { session: DeviceSession }) {
  if (kind === 'token') return <Terminal className="icon" aria-hidden="true" />;
  if (isHandheld) return <Smartphone className="icon" aria-hidden="true" />;
  return <Monitor className="icon" aria-hidden="true" />;
}

/** A signed-in browser or script. */
export function DeviceRow({ session, onEnd }: { session: DeviceSession; onEnd: () => void }) {
  const { device, ipAddress, kind, createdAt, lastSeenAt, isCurrent } = session;
  return (
    <SettingRow
      icon={<DeviceIcon session={session} />}
      title={device}
      badge={
        <>
          {isCurrent && <Badge tone="success">This device</Badge>}
          {kind === 'token' && <Badge>Script</Badge>}
        </>
      }
      note={
        <>
          <span className="address" translate="no">
            {ipAddress}
          </span>
          <span> · Active </span>
          <Moment at={lastSeenAt} />
          <span> · Signed in</span> <Moment at={createdAt} />
        </>
      }
    >
      {!isCurrent && (
        <Button variant="secondary" aria-label={`Sign out ${device}`} onClick={onEnd}>
          Sign out
        </Button>
      )}
    </SettingRow>
  );
}
