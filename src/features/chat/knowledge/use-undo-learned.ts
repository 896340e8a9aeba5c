import { useCallback, useMemo, useState } from 'react';
import { toastError } from '#src/lib/app-error.ts';
import { trpc } from '#src/api/trpc.ts';
import type { Fact } from '#src/domain/brain/fact.ts';

/** Undoes what was learned from a message or withdrawn by it, and does it again. */
export function useUndoLearned() {
  const utils = trpc.useUtils();
  const [undone, setUndone] = useState<ReadonlyMap<string, string | null>>(new Map());
  const options = {
    onError: toastError,
    onSettled: () => utils.brain.invalidate(),
  };
  const undoing = trpc.brain.undo.useMutation(options);
  const bringingBack = trpc.brain.bringBackFacts.useMutation(options);
  const forgetting = trpc.brain.forget.useMutation(options);
  const { mutate: startUndo } = undoing;
  const { mutate: bringBack } = bringingBack;
  const { mutate: forget } = forgetting;
  const isBusy = undoing.isPending || bringingBack.isPending || forgetting.isPending;

  const mark = useCallback(
    (id: string, statement: string | null) => setUndone((before) => new Map(before).set(id, statement)),
    [],
  );
  const unmark = useCallback(
    (id: string) => setUndone((before) => new Map([...before].filter(([undoneId]) => undoneId !== id))),
    [],
  );
  return useMemo(() => {
    const unlessBusy = (act: (fact: Fact) => void) => (fact: Fact) => {
      if (!isBusy) act(fact);
    };
    return {
      undone,
      undo: unlessBusy(({ id, replaced }) =>
        startUndo({ factId: id }, { onSuccess: () => mark(id, replaced?.statement ?? null) }),
      ),
      redo: unlessBusy(({ id }) => bringBack({ factIds: [id] }, { onSuccess: () => unmark(id) })),
      undoWithdrawal: unlessBusy(({ id, statement }) =>
        bringBack({ factIds: [id] }, { onSuccess: () => mark(id, statement) }),
      ),
      redoWithdrawal: unlessBusy(({ id }) => forget({ factId: id }, { onSuccess: () => unmark(id) })),
    };
  }, [undone, isBusy, startUndo, bringBack, forget, mark, unmark]);
}
