import { useEffect, useState } from 'react';
import { useAuth } from '#src/domain/session/auth-context.ts';
import { forgetStored } from '#src/lib/storage/forget-stored.ts';
import { personalStore } from '#src/lib/storage/personal-store.ts';
import { inWords } from '#src/lib/text/number-in-words.ts';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/overlays/dialog.tsx';
import { findLeftovers } from './find-leftovers.ts';

const forget = (people: readonly string[]) => {
  for (const id of people) forgetStored(id);
};

/**
 * Deletes what this browser keeps of others now that someone else has signed in. If any of it is unsent, a dialog asks
 * first (SESSION-7).
 */
export function Leftovers() {
  const { user, signOut, isLeaving } = useAuth();
  const [{ people, unsent }, setFound] = useState(() => findLeftovers(personalStore, user.id));
  useEffect(() => {
    if (unsent === 0) forget(people);
  }, [people, unsent]);
  const forgetAll = () => {
    forget(people);
    setFound({ people: [], unsent: 0 });
  };
  const isOne = unsent === 1;
  return (
    <Dialog
      open={unsent > 0 && !isLeaving}
      // It closes by one of the answers only.
      onClose={() => undefined}
      closable={false}
      title="Someone else has unsent work here"
      lead={
        isOne
          ? 'Someone who used this browser earlier left a message or a change that hasn’t been sent or saved. If you continue, it’ll be permanently deleted.'
          : `Someone who used this browser earlier left messages or changes that haven’t been sent or saved, ${inWords(unsent).toLowerCase()} in all. If you continue, they’ll be permanently deleted.`
      }
    >
      <div className="row dialog-actions">
        <Button variant="secondary" onClick={() => signOut()}>{`Sign out and keep ${isOne ? 'it' : 'them'}`}</Button>
        <Button variant="danger" onClick={forgetAll}>
          Delete and continue
        </Button>
      </div>
    </Dialog>
  );
}
