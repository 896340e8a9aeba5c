import { use } from 'react';
import { UNDO_MS } from '#contract/chat/chat.ts';
import { trpc } from '#src/api/trpc.ts';
import { toastError } from '#src/lib/app-error.ts';
import { toast } from '#src/lib/toast.ts';
import type { Fact } from '#src/domain/brain/fact.ts';
import { AwaitedFact } from '../fact-focus.ts';

/** What can be done with a fact. Its row shows the result right away; `shown` is the fact with the changes that are being saved. */
export function useFactActions(fact: Fact) {
  const utils = trpc.useUtils();
  const awaited = use(AwaitedFact);
  // A change counts as being saved until the lists have been read again, so that a row doesn't jump back for a moment.
  const saves = { onSettled: () => utils.brain.invalidate(), onError: toastError };
  const pin = trpc.brain.pin.useMutation(saves);
  const confirm = trpc.brain.confirm.useMutation(saves);
  const welcome = (factId: string) => {
    awaited.expect(factId);
    toast.success({ title: 'It’s back' });
  };
  const bringBack = trpc.brain.bringBack.useMutation({ ...saves, onSuccess: (_done, { factId }) => welcome(factId) });
  // Undo doesn't confirm the fact, so its weight is what it was before.
  const undoForgetting = trpc.brain.bringBackFacts.useMutation({ ...saves, onSuccess: () => welcome(fact.id) });
  const forget = trpc.brain.forget.useMutation({
    ...saves,
    onSuccess: () => {
      toast.success({
        title: 'Forgotten',
        text: 'Your team stops using it, starting with your next message.',
        action: { label: 'Undo', onClick: () => undoForgetting.mutate({ factIds: [fact.id] }) },
        lifeMs: UNDO_MS,
      });
    },
  });
  const shown: Fact = {
    ...fact,
    isPinned: pin.isPending ? pin.variables.isPinned : fact.isPinned,
    state: confirm.isPending && fact.state === 'suggested' ? 'confirmed' : fact.state,
  };
  return {
    shown,
    isForgetting: forget.isPending,
    isBringingBack: bringBack.isPending,
    togglePin: () => pin.mutate({ factId: fact.id, isPinned: !shown.isPinned }),
    confirm: () => confirm.mutate({ factId: fact.id }),
    forget: () => forget.mutate({ factId: fact.id }),
    bringBack: (factId: string) => bringBack.mutate({ factId }),
  };
}
