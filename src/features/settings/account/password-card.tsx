import type { AccountQuery } from './account-query.ts';
import { InlineEdit } from '../inline-edit.tsx';
import { Loaded } from '#src/ui/feedback/loaded.tsx';
import { PasswordForm } from './password-form.tsx';
import { SettingsCard } from '../settings-card.tsx';

/** The password, or none yet if the person signs in another way. */
export function PasswordCard({ account }: { account: AccountQuery }) {
  return (
    <SettingsCard title="Password" lead="Changing it signs out every other device.">
      <Loaded query={account} rows={1}>
        {({ email, hasPassword }) => (
          <InlineEdit
            summary={<p>{hasPassword ? 'You have a password.' : 'You don’t have one yet. You sign in another way.'}</p>}
            label={hasPassword ? 'Change password' : 'Set a password'}
          >
            {(close) => <PasswordForm email={email} hasPassword={hasPassword} onDone={close} />}
          </InlineEdit>
        )}
      </Loaded>
    </SettingsCard>
  );
}
