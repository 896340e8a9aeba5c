import { trpc } from '#src/api/trpc.ts';
import { EmailCard } from '../account/email-card.tsx';
import { LinkedAccountsCard } from './linked-accounts-card.tsx';
import { PasskeysCard } from '../second-factor/passkeys-card.tsx';
import { PasswordCard } from '../account/password-card.tsx';

/** The ways to sign in to the account. */
export function SignInSection() {
  const account = trpc.account.get.useQuery();
  return (
    <>
      <EmailCard account={account} />
      <PasswordCard account={account} />
      <LinkedAccountsCard />
      <PasskeysCard />
    </>
  );
}
