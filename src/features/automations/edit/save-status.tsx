import { useEffect, useState } from 'react';
import { Button } from '#src/ui/button.tsx';
import type { SavedDraftState } from './state/use-saved-draft.ts';

const JUST_MS = 60_000;

/** Whether what is on the screen is saved. */
export function SaveStatus({ state, sentence }: Pick<SavedDraftState, 'state' | 'sentence'>) {
  const [isFresh, setIsFresh] = useState(false);
  const [last, setLast] = useState(state);
  if (last !== state) {
    setLast(state);
    setIsFresh(state === 'saved');
  }
  useEffect(() => {
    if (!isFresh) return;
    const timer = setTimeout(() => setIsFresh(false), JUST_MS);
    return () => clearTimeout(timer);
  }, [isFresh]);
  const words = {
    saved: isFresh ? 'Saved just now' : 'Saved',
    unsaved: 'Saving…',
    saving: 'Saving…',
    offline: 'Not saved yet. Your changes are kept in this browser.',
    conflict: 'Not saved',
    refused: `Not saved. ${sentence}`,
  }[state];
  return (
    <p className="small muted save-status" role="status">
      {words}
    </p>
  );
}

type ConflictNoteProps = Pick<SavedDraftState, 'state' | 'outdated' | 'settleOutdated' | 'takeFromServer' | 'keepMine'>;

/** What was saved somewhere else, and what was kept here: the owner decides which one stays. */
export function ConflictNote({ state, outdated, settleOutdated, takeFromServer, keepMine }: ConflictNoteProps) {
  const [isBusy, setIsBusy] = useState(false);
  const decide = (how: () => Promise<void>) => {
    setIsBusy(true);
    void how()
      // Without a connection the note stays, and with it the choice.
      .catch(() => undefined)
      .finally(() => setIsBusy(false));
  };
  if (outdated !== null)
    return (
      <div className="note warn" role="alert">
        <div>
          <p>
            <b className="strong">This browser has changes that weren’t saved.</b> The automation was changed somewhere
            else after you made them.
          </p>
          <p className="row acts">
            <Button size="sm" variant="secondary" onClick={() => settleOutdated(true)}>
              Use my changes
            </Button>
            <Button size="sm" variant="ghost" onClick={() => settleOutdated(false)}>
              Discard them
            </Button>
          </p>
        </div>
      </div>
    );
  if (state !== 'conflict') return null;
  return (
    <div className="note warn" role="alert">
      <div>
        <p>
          <b className="strong">This automation was changed somewhere else.</b> Your last changes aren’t saved, so
          nothing was overwritten.
        </p>
        <p className="row acts">
          <Button size="sm" variant="secondary" disabled={isBusy} onClick={() => decide(takeFromServer)}>
            Load the other version
          </Button>
          <Button size="sm" variant="ghost" disabled={isBusy} onClick={() => decide(keepMine)}>
            Keep mine instead
          </Button>
        </p>
      </div>
    </div>
  );
}
