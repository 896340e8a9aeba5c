import { useState } from 'react';
import { trpc } from '#src/api/trpc.ts';
import { FactorsCard } from './factors-card.tsx';
import { RecoveryCodesCard } from './recovery-codes-card.tsx';
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx';

/** What sign-in asks for after the password. */
export function SecondFactorSection() {
  const factors = trpc.auth.factors.list.useQuery();
  // The server returns them only once; they stay until the person confirms having saved them.
  const [newCodes, setNewCodes] = useState<string[]>([]);
  const [isShown, setIsShown] = useState(false);
  const show = (codes: string[]) => {
    setNewCodes(codes);
    setIsShown(true);
  };
  const hasFactor = factors.data?.some(({ status }) => status === 'verified') === true;
  return (
    <>
      <FactorsCard factors={factors} onRecoveryCodes={show} />
      {hasFactor && <RecoveryCodesCard onRecoveryCodes={show} />}
      <RecoveryCodesDialog isOpen={isShown} codes={newCodes} onSaved={() => setIsShown(false)} />
    </>
  );
}
