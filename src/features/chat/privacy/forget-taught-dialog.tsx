import { trpc } from '#src/api/trpc.ts';
import { toastError } from '#src/lib/app-error.ts';
import { randomId } from '#src/lib/random-id.ts';
import { ConfirmDialog } from '#src/ui/overlays/confirm-dialog.tsx';
import { sayDone, type Done, type Taught } from './use-forget-taught.tsx';

const countText = (count: number, one: string) => (count === 0 ? [] : [`${count} ${one}${count === 1 ? '' : 's'}`]);

/** What a conversation taught, as in "2 facts and 1 preference". */
export const taughtText = ({ taught, taughtPreferences }: Taught): string =>
  [...countText(taught.length, 'fact'), ...countText(taughtPreferences.length, 'preference')].join(' and ');

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
    const changeId = randomId();
    try {
      if (factIds.length > 0) await forgetFacts.mutateAsync({ factIds });
      if (ids.length > 0) await endPreferences.mutateAsync({ changeId, ids, goesBack: true });
      const undo = () => {
        done.undo();
        if (factIds.length > 0) bringBack({ factIds });
        if (ids.length > 0) undoEnding({ changeId });
      };
      sayDone({ ...done, text: `${taughtText(taught)} forgotten, too.`, undo });
    } catch {
      // Each says why it failed.
    }
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
      <p>
        Your team learned {taughtText(taught)} from that chat. Forget{' '}
        {factIds.length + ids.length === 1 ? 'it' : 'them'}, too?
      </p>
      <p>Anything you keep stays on the Brain page, and your team can still use it.</p>
    </ConfirmDialog>
  );
}
