import { TOASTS } from '#contract/texts.ts';
import { errorText } from '#src/lib/app-error.ts';
import { toast } from '#src/lib/toast.ts';
import { trpc } from '#src/api/trpc.ts';
import { Button } from '#src/ui/button.tsx';
import { useTakeSubscription } from '../use-take-subscription.ts';

/** Undoes a cancellation. The button goes with it: `onKept` gives the focus another place. */
export function KeepPlanButton({ onKept, size }: { onKept: () => void; size?: 'sm' }) {
  const take = useTakeSubscription();
  const undo = trpc.billing.undoCancel.useMutation({
    onSuccess: (next) => {
      take(next);
      onKept();
      toast.success({ title: 'Your plan goes on', text: 'It is not cancelled any more.' });
    },
    onError: (error) => void toast.error({ title: TOASTS.error.title, text: errorText(error) }),
  });
  return (
    <Button size={size} busy={undo.isPending} busyText="One moment..." onClick={() => undo.mutate()}>
      Keep my plan
    </Button>
  );
}
