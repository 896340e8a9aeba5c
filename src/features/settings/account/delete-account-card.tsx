import { useState } from 'react';
import { DELETION_GRACE_DAYS } from '#contract/account/account-times.ts';
import { formatDate } from '#src/lib/text/format.ts';
import { trpc } from '#src/api/trpc.ts';
import { Button } from '#src/ui/button.tsx';
import { DeleteAccountDialog } from './delete-account-dialog.tsx';
import { Loaded } from '#src/ui/feedback/loaded.tsx';
import { SettingsCard } from '../settings-card.tsx';

/** Deletes the account, after a few days to reconsider. */
export function DeleteAccountCard() {
  const account = trpc.account.get.useQuery();
  const [isAsking, setIsAsking] = useState(false);
  return (
    <SettingsCard
      title="Delete your account"
      lead={`We delete it ${DELETION_GRACE_DAYS} days after you ask. Until then, you can change your mind.`}
    >
      <Loaded query={account} rows={1}>
        {({ email, deleteAfter }) => (
          <>
            {deleteAfter ? (
              <p>{`We’ll delete it on ${formatDate(deleteAfter)}.`}</p>
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
