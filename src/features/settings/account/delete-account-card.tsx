import { useState } from 'react';
import { DELETION_GRACE_DAYS } from '#contract/account/account-times.ts';
import { formatDate } from '#src/lib/format.ts';
import { trpc } from '#src/api/trpc.ts';
import { Button } from '#src/ui/button.tsx';
import { DeleteAccountDialog } from './delete-account-dialog.tsx';
import { Loaded } from '#src/ui/loaded.tsx';
import { SettingsCard } from '../settings-card.tsx';

/** The end of the account, with days to think it over. */
export function DeleteAccountCard() {
  const account = trpc.account.get.useQuery();
  const [isAsking, setIsAsking] = useState(false);
  return (
    <SettingsCard
      title="Delete your account"
      lead={`It is deleted ${DELETION_GRACE_DAYS} days after you ask for it. Until then you can change your mind.`}
    >
      <Loaded query={account} rows={1}>
        {({ email, deleteAfter }) => (
          <>
            {deleteAfter ? (
              <p>It will be deleted on {formatDate(deleteAfter)}.</p>
            ) : (
              <div className="row">
                <Button variant="danger" onClick={() => setIsAsking(true)}>
                  Delete my account
                </Button>
              </div>
            )}
            <DeleteAccountDialog isOpen={isAsking} onClose={() => setIsAsking(false)} email={email} />
          </>
        )}
      </Loaded>
    </SettingsCard>
  );
}
