import { SECURITY_EVENTS, type SecurityEventKind } from '#contract/account/security-events.ts';
import type { SecurityEvent } from '../account/account-query.ts';
import { Moment } from './moment.tsx';
import { SettingRow } from '../setting-row.tsx';

const isKnown = (kind: string): kind is SecurityEventKind => Object.hasOwn(SECURITY_EVENTS, kind);

/** One entry of the log, in words. */
export function SecurityEventRow({ event }: { event: SecurityEvent }) {
  const { kind, detail, device, ipAddress, happenedAt } = event;
  return (
    <SettingRow
      title={isKnown(kind) ? SECURITY_EVENTS[kind].line : 'Account change'}
      note={
        <>
          {detail !== '' && detail !== device && (
            <>
              <span className="address" translate="no">
                {detail}
              </span>
              <br />
            </>
          )}
          <span>{`${device} · `}</span>
          <span className="address" translate="no">
            {ipAddress}
          </span>
        </>
      }
    >
      <p className="small muted num">
        <Moment at={happenedAt} variant="exact" />
      </p>
    </SettingRow>
  );
}
