import { useCallback, useState } from 'react';
import { toastError } from '#src/lib/app-error.ts';
import { trpc } from '#src/api/trpc.ts';
import type { Fact } from '#src/domain/brain/fact.ts';

/** Undoes what was learned from a message, and brings it back. */
export function useUndoLearned() {
  const utils = trpc.useUtils();
  const [undone, setUndone] = useState<ReadonlyMap<string, string | null>>(new Map());
  const options = {
    onError: toastError,
    onSettled: () => utils.brain.invalidate(),
  };
  const undoing = trpc.brain.undo.useMutation(options);
  const redoing = trpc.brain.bringBack.useMutation(options);
  const { mutate: startUndo } = undoing;
  const { mutate: startRedo } = redoing;
  const isBusy = undoing.isPending || redoing.isPending;

  const undo = useCallback(
    ({ id, replaced }: Fact) => {
      const mark = () => setUndone((before) => new Map(before).set(id, replaced?.statement ?? null));
      if (!isBusy) startUndo({ factId: id }, { onSuccess: mark });
    },
    [startUndo, isBusy],
  );
  const redo = useCallback(
    ({ id }: Fact) => {
      const unmark = () => setUndone((before) => new Map([...before].filter(([undoneId]) => undoneId !== id)));
      if (!isBusy) startRedo({ factId: id }, { onSuccess: unmark });
    },
    [startRedo, isBusy],
  );
  return { undone, undo, redo };
}
