import { useCallback, useRef, useState } from 'react';
import { trpc } from '#src/api/trpc.ts';
import type { Fact } from '#src/domain/brain/fact.ts';
import { toastError } from '#src/lib/app-error.ts';
import { lazyDialog } from '#src/lib/lazy/lazy-dialog.tsx';
import { Button } from '#src/ui/button.tsx';

const ConfirmDialog = lazyDialog(async () => (await import('#src/ui/overlays/confirm-dialog.tsx')).ConfirmDialog);

type EraseFactProps = {
  fact: Fact;
  onErased: () => void;
  /** What has the focus once the fact is gone. */
  next: () => HTMLElement | null;
};

/** Deletes a fact for good that was replaced or forgotten, once its owner has confirmed that. */
export function EraseFact({ fact: { id, statement }, onErased, next }: EraseFactProps) {
  const utils = trpc.useUtils();
  const [isAsking, setIsAsking] = useState(false);
  const close = useCallback(() => setIsAsking(false), []);
  const focused = useRef<HTMLElement>(null);
  const { mutate, isPending } = trpc.brain.erase.useMutation({
    onSuccess: () => {
      focused.current = next();
      close();
      onErased();
      void utils.brain.invalidate();
    },
    onError: (error) => {
      close();
      toastError(error);
    },
  });
  return (
    <>
      <Button variant="ghost" size="sm" onClick={() => setIsAsking(true)}>
        Delete for good<span className="sr">: {statement}</span>
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={close}
        title="Delete this fact for good?"
        confirmLabel="Delete for good"
        busyText="Deleting..."
        isBusy={isPending}
        onConfirm={() => mutate({ factId: id })}
        returnFocusTo={() => focused.current}
      >
        <p>“{statement}” won’t be in your Brain anymore, and you can’t bring it back.</p>
      </ConfirmDialog>
    </>
  );
}
