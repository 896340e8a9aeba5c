import type { AccountQuery } from './account-query.ts';
import { EmailForm } from './email-form.tsx';
import { InlineEdit } from '../inline-edit.tsx';
import { Loaded } from '#src/ui/loaded.tsx';
import { PendingEmail } from './pending-email.tsx';
import { SettingsCard } from '../settings-card.tsx';

/** The address one signs in with and gets mail at. */
export function EmailCard({ account }: { account: AccountQuery }) {
  return (
    <SettingsCard title="Email address" lead="You sign in with it, and we write to it about your account.">
      <Loaded query={account} rows={1}>
        {({ email, pendingEmail }) => (
          <>
            <InlineEdit summary={<p className="strong address">{email}</p>} label="Change email">
              {(close) => <EmailForm email={email} onDone={close} />}
            </InlineEdit>
            {pendingEmail !== null && <PendingEmail address={pendingEmail} />}
          </>
        )}
      </Loaded>
    </SettingsCard>
  );
}
