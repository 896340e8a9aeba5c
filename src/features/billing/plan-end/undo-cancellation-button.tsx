import { toastError } from '#src/lib/app-error.ts';
import { toast } from '#src/lib/toast.ts';
import { trpc } from '#src/api/trpc.ts';
import { Button } from '#src/ui/button.tsx';
import { useTakeSubscription } from '../use-take-subscription.ts';

type UndoCancellationButtonProps = { onUndone: () => void; size?: 'sm'; isCanceled?: boolean };

/** Undoes a cancellation, or a change that waits for the end of the period. The button then disappears: `onUndone` moves the focus elsewhere. */
export function UndoCancellationButton({ onUndone, size, isCanceled = true }: UndoCancellationButtonProps) {
  const take = useTakeSubscription();
  const undo = trpc.billing.undoCancel.useMutation({
    onSuccess: (next) => {
      take(next);
      onUndone();
      toast.success({
        title: 'You’re keeping your plan',
        text: isCanceled ? 'It’s no longer canceled.' : 'Nothing will change.',
      });
    },
    onError: toastError,
  });
  return (
    <Button size={size} busy={undo.isPending} busyText="One moment..." onClick={() => undo.mutate()}>
      Keep my plan
    </Button>
  );
}
