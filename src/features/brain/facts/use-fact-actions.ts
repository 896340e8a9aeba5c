import { use, useRef } from 'react';
import { UNDO_MS } from '#contract/chat/chat.ts';
import { trpc } from '#src/api/trpc.ts';
import { toastError } from '#src/lib/app-error.ts';
import { toast } from '#src/lib/toast.ts';
import type { Fact } from '../brain-types.ts';
import { AwaitedFact } from '../fact-focus.ts';

/** What can be done with a fact. Its row shows the result right away; `shown` is the fact with the changes that are being saved. */
export function useFactActions(fact: Fact) {
  const utils = trpc.useUtils();
  const awaited = use(AwaitedFact);
  // A change counts as being saved until the lists have been read again, so that a row doesn't jump back for a moment.
  const saves = { onSettled: () => utils.brain.invalidate(), onError: toastError };
  const pin = trpc.brain.pin.useMutation(saves);
  const confirm = trpc.brain.confirm.useMutation(saves);
  const bringBack = trpc.brain.bringBack.useMutation({
    ...saves,
    onSuccess: (_done, { factId }) => {
      awaited.expect(factId);
      toast.success({ title: 'It’s back' });
    },
  });
  const wasPinned = useRef(false);
  const undoForgetting = async () => {
    try {
      await utils.client.brain.bringBack.mutate({ factId: fact.id });
      if (wasPinned.current) await utils.client.brain.pin.mutate({ factId: fact.id, isPinned: true });
      awaited.expect(fact.id);
    } catch (error) {
      toastError(error);
    }
    await utils.brain.invalidate();
  };
  const forget = trpc.brain.forget.useMutation({
    ...saves,
    onSuccess: () => {
      toast.success({
        title: 'Forgotten',
        text: 'Your team won’t use it from the next message on.',
        action: { label: 'Undo', onClick: () => void undoForgetting() },
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
    forget: () => {
      // As shown: its pin may still be on the way to the server.
      wasPinned.current = shown.isPinned;
      forget.mutate({ factId: fact.id });
    },
    bringBack: (factId: string) => bringBack.mutate({ factId }),
  };
}
