import { KeyRound, Laptop, Link2, Mail, Smartphone, Terminal, Users } from 'lucide-react';
import type { ComponentType } from 'react';
import { FORMER_EMAIL_DAYS } from '#contract/account/ways-in.ts';
import { Button } from '#src/ui/button.tsx';
import type { WayIn } from '../account/account-query.ts';
import { SettingRow } from '../setting-row.tsx';
import { Moment } from './moment.tsx';

type Icon = ComponentType<{ className: string; 'aria-hidden': 'true' }>;
const ICONS: Record<WayIn['kind'], Icon> = {
  password: KeyRound,
  passkey: KeyRound,
  google: Users,
  slack: Users,
  totp: Smartphone,
  phone: Smartphone,
  recovery_codes: KeyRound,
  browser: Laptop,
  script: Terminal,
  link: Link2,
  former_email: Mail,
};
/** What a link in an email does, by its purpose. */
const LINKS: Record<string, string> = {
  confirm: 'confirms your address',
  reset_password: 'resets your password',
  change_email: 'changes your address',
  reauthenticate: 'confirms that it’s you',
  approval: 'answers an approval request',
};

type WayInRowProps = { way: WayIn; isBusy: boolean; onTurnOn: () => void; onRemove: () => void };

/** One way into the account: what it is, and when and where it was added. */
export function WayInRow({ way, isBusy, onTurnOn, onRemove }: WayInRowProps) {
  const { kind, label, name, device, ipAddress, addedAt, disabledAt } = way;
  const Icon = ICONS[kind];
  const what = kind === 'link' ? (LINKS[name] ?? '') : name;
  const place = [device, ipAddress].filter((part) => part !== '').join(' · ');
  return (
    <SettingRow
      icon={<Icon className="icon" aria-hidden="true" />}
      title={label}
      note={
        <>
          {what !== '' && (
            <>
              <span className="address" translate="no">
                {what}
              </span>
              <br />
            </>
          )}
          <span>{kind === 'former_email' ? 'Replaced' : 'Added'}</span> <Moment at={addedAt} variant="exact" />
          {place !== '' && (
            <>
              {' '}
              <span>· </span>
              <span className="address" translate="no">
                {place}
              </span>
            </>
          )}
          {kind === 'former_email' && (
            <>
              <br />
              <span>
                For {FORMER_EMAIL_DAYS} days after that, a password reset sent to this address makes it your account’s
                address again.
              </span>
            </>
          )}
        </>
      }
    >
      {disabledAt !== null && (
        <>
          <Button variant="secondary" disabled={isBusy} aria-label={`Turn on ${label} ${what}`} onClick={onTurnOn}>
            Turn on
          </Button>
          <Button variant="ghost" disabled={isBusy} aria-label={`Remove ${label} ${what}`} onClick={onRemove}>
            Remove
          </Button>
        </>
      )}
    </SettingRow>
  );
}
