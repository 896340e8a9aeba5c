import { useCallback, useRef, useState, type ReactNode } from 'react';
import { trpc } from '#src/api/trpc.ts';
import type { Fact } from '#src/domain/brain/fact.ts';
import { toastError } from '#src/lib/app-error.ts';
import { lazyDialog } from '#src/lib/lazy/lazy-dialog.tsx';
import { neighborOf } from './neighbor-of.ts';

const ConfirmDialog = lazyDialog(async () => (await import('#src/ui/overlays/confirm-dialog.tsx')).ConfirmDialog);

/** Deletes facts for good that were replaced or forgotten, each once its owner has confirmed that in the dialog. */
export function useErasing(): { ask: (fact: Fact, row: HTMLElement) => void; dialog: ReactNode } {
  const utils = trpc.useUtils();
  const [isAsking, setIsAsking] = useState(false);
  const [asked, setAsked] = useState<{ fact: Fact; row: HTMLElement }>();
  const next = useRef<HTMLElement>(null);
  const close = useCallback(() => setIsAsking(false), []);
  const { mutate, isPending } = trpc.brain.erase.useMutation({
    onSuccess: async () => {
      next.current = asked ? neighborOf(asked.row) : null;
      await utils.brain.invalidate();
    },
    onError: toastError,
    onSettled: close,
  });
  const ask = useCallback((fact: Fact, row: HTMLElement) => {
    next.current = null;
    setAsked({ fact, row });
    setIsAsking(true);
  }, []);
  const dialog = (
    <ConfirmDialog
      isOpen={isAsking}
      onClose={close}
      title="Delete this fact for good?"
      confirmLabel="Delete for good"
      busyText="Deleting..."
      isBusy={isPending}
      onConfirm={() => asked && mutate({ factId: asked.fact.id })}
      returnFocusTo={() => next.current}
    >
      <p>{`“${asked?.fact.statement ?? ''}” won’t be in your Brain anymore, and you can’t bring it back.`}</p>
    </ConfirmDialog>
  );
  return { ask, dialog };
}
