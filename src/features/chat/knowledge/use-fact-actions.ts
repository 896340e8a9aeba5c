import { toastError } from '#src/lib/app-error.ts';
import { randomId } from '#src/lib/random-id.ts';
import { toast } from '#src/lib/toast.ts';
import { trpc } from '#src/api/trpc.ts';
import { UNDO_MS } from '#contract/chat/chat.ts';
import type { Fact } from '#src/domain/brain/fact.ts';

/** What its owner can do with a fact in the popover. `onDone` runs once the server has done it. */
export function useFactActions(fact: Fact, onDone: () => void) {
  const utils = trpc.useUtils();
  const factId = fact.id;
  const refresh = () => utils.brain.invalidate();
  const back = {
    onSuccess: () => {
      toast.success({ title: 'Brought back', text: 'The team uses it again, starting with your next message.' });
      onDone();
    },
    onError: toastError,
    onSettled: refresh,
  };
  const bringingBack = trpc.brain.bringBack.useMutation(back);
  // Undo doesn't confirm the fact, so its weight is what it was before.
  const undoingForget = trpc.brain.bringBackFacts.useMutation(back);
  const forgetting = trpc.brain.forget.useMutation({
    onSuccess: () => {
      toast.success({
        title: 'Forgotten',
        text: 'Your team will stop using it, starting with your next message.',
        action: { label: 'Undo', onClick: () => undoingForget.mutate({ factIds: [factId] }) },
        lifeMs: UNDO_MS,
      });
      onDone();
    },
    onError: toastError,
    onSettled: refresh,
  });
  const correcting = trpc.brain.correct.useMutation({
    onSuccess: () => {
      toast.success({ title: 'Corrected', text: 'The team uses your wording, starting with your next message.' });
      onDone();
    },
    onSettled: refresh,
  });
  return {
    correct: (statement: string) => correcting.mutate({ id: randomId(), factId, statement }),
    refusal: correcting.error,
    forget: () => forgetting.mutate({ factId }),
    bringBack: () => bringingBack.mutate({ factId }),
    isBusy: correcting.isPending || forgetting.isPending || bringingBack.isPending,
  };
}
