import { useCallback, useState, type ReactNode } from 'react';
import { UNDO_MS } from '#contract/chat/chat.ts';
import { lazyDialog } from '#src/lib/lazy/lazy-dialog.tsx';
import { toast } from '#src/lib/toast.ts';

const ForgetTaughtDialog = lazyDialog(async () => (await import('./forget-taught-dialog.tsx')).ForgetTaughtDialog);

/** What was done with a conversation, and how to undo it. */
export type Done = { title: string; text?: string | undefined; undo: () => void };
/** The ids of the facts that a conversation taught, and of the preferences that were set in it. */
export type Taught = { taught: string[]; taughtPreferences: string[] };
export type OnDone = (done: Done, taught: Taught) => void;

export function sayDone({ undo, ...done }: Done): void {
  toast.success({ ...done, action: { label: 'Undo', onClick: undo }, lifeMs: UNDO_MS });
}

/**
 * Confirms that a conversation was made private or deleted, with Undo. If it taught the team something, first asks
 * whether to forget that, too; Undo then reverts both.
 */
export function useForgetTaught(): { onDone: OnDone; dialog: ReactNode } {
  const [isAsking, setIsAsking] = useState(false);
  const [asked, setAsked] = useState<{ done: Done; taught: Taught } | null>(null);
  const close = useCallback(() => setIsAsking(false), []);
  return {
    onDone: (done, taught) => {
      if (taught.taught.length + taught.taughtPreferences.length === 0) return sayDone(done);
      setAsked({ done, taught });
      setIsAsking(true);
    },
    dialog: <ForgetTaughtDialog isOpen={isAsking} onClose={close} asked={asked} />,
  };
}
