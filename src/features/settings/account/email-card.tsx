import type { AccountQuery } from './account-query.ts';
import { EmailForm } from './email-form.tsx';
import { InlineEdit } from '../inline-edit.tsx';
import { Loaded } from '#src/ui/feedback/loaded.tsx';
import { PendingEmail } from './pending-email.tsx';
import { SettingsCard } from '../settings-card.tsx';

/** The address for signing in and for emails. */
export function EmailCard({ account }: { account: AccountQuery }) {
  return (
    <SettingsCard title="Email address" lead="You sign in with it, and we use it to email you about your account.">
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
