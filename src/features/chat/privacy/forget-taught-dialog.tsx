import { trpc } from '#src/api/trpc.ts';
import { toastError } from '#src/lib/app-error.ts';
import { randomId } from '#src/lib/random-id.ts';
import { ConfirmDialog } from '#src/ui/overlays/confirm-dialog.tsx';
import { sayDone, type Done, type Taught } from './use-forget-taught.tsx';

const countText = (count: number, one: string) => (count === 0 ? [] : [`${count} ${one}${count === 1 ? '' : 's'}`]);

/** What a conversation taught, as in "2 facts and 1 preference". */
export const taughtText = ({ taught, taughtPreferences }: Taught): string =>
  [...countText(taught.length, 'fact'), ...countText(taughtPreferences.length, 'preference')].join(' and ');

type Calls = {
  forgetFacts: (input: { factIds: string[] }) => Promise<unknown>;
  bringBackFacts: (input: { factIds: string[] }) => void;
  endPreferences: (input: { changeId: string; ids: string[]; goesBack: true }) => Promise<unknown>;
  undoEnding: (input: { changeId: string }) => void;
};

/** Forgets what the chat taught. If a call fails, its error is shown, and Undo covers what was done so far. */
export async function forgetTaught(done: Done, { taught: factIds, taughtPreferences: ids }: Taught, calls: Calls) {
  const changeId = randomId();
  const forgotten: Taught = { taught: [], taughtPreferences: [] };
  try {
    if (factIds.length > 0) await calls.forgetFacts({ factIds });
    forgotten.taught = factIds;
    if (ids.length > 0) await calls.endPreferences({ changeId, ids, goesBack: true });
    forgotten.taughtPreferences = ids;
  } catch {
    // Each call shows its own error.
  }
  const undo = () => {
    done.undo();
    if (forgotten.taught.length > 0) calls.bringBackFacts({ factIds });
    if (forgotten.taughtPreferences.length > 0) calls.undoEnding({ changeId });
  };
  const text = taughtText(forgotten);
  return { ...done, text: text === '' ? done.text : `Also forgot ${text}.`, undo };
}

type ForgetTaughtDialogProps = {
  isOpen: boolean;
  onClose: () => void;
  asked: { done: Done; taught: Taught } | null;
};

/** Asks whether to forget what a conversation taught. */
export function ForgetTaughtDialog({ isOpen, onClose, asked }: ForgetTaughtDialogProps) {
  const utils = trpc.useUtils();
  const refresh = { onSettled: () => utils.brain.invalidate(), onError: toastError };
  const { mutate: bringBack } = trpc.brain.bringBackFacts.useMutation(refresh);
  const { mutate: undoEnding } = trpc.brain.preferences.undo.useMutation(refresh);
  const forgetFacts = trpc.brain.forgetFacts.useMutation(refresh);
  const endPreferences = trpc.brain.preferences.end.useMutation(refresh);
  if (!asked) return null;
  const { done, taught } = asked;
  const { taught: factIds, taughtPreferences: ids } = taught;

  async function forget(): Promise<void> {
    const calls = {
      forgetFacts: forgetFacts.mutateAsync,
      bringBackFacts: bringBack,
      endPreferences: endPreferences.mutateAsync,
      undoEnding,
    };
    sayDone(await forgetTaught(done, taught, calls));
    onClose();
  }

  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={() => {
        onClose();
        sayDone(done);
      }}
      title="Forget what your team learned?"
      cancelLabel="Keep"
      confirmLabel="Forget"
      busyText="Forgetting..."
      isBusy={forgetFacts.isPending || endPreferences.isPending}
      onConfirm={() => void forget()}
    >
      <p>{`Your team learned ${taughtText(taught)} from that chat. Forget ${factIds.length + ids.length === 1 ? 'it' : 'them'}, too?`}</p>
      <p>Anything you keep stays on the Brain page, and your team can still use it.</p>
    </ConfirmDialog>
  );
}
