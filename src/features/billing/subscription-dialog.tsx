import type { ReactNode } from 'react';
import type { SubscriptionState } from '#src/domain/subscription/subscription.ts';
import { toast } from '#src/lib/toast.ts';
import { Dialog } from '#src/ui/overlays/dialog.tsx';
import { useTakeSubscription } from './use-take-subscription.ts';

type Toast = Parameters<typeof toast.success>[0];

/** What happens after a subscription change: every screen gets the new state, the dialog closes, and a toast says what happened. */
export function useSubscriptionChanged<State extends SubscriptionState>(
  onClose: () => void,
  news: (state: State) => Toast,
) {
  const take = useTakeSubscription();
  return (state: State) => {
    take(state);
    onClose();
    toast.success(news(state));
  };
}

type SubscriptionDialogProps = {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  /** The mutation that the dialog confirms. */
  change: { isPending: boolean; isSuccess: boolean; reset: () => void };
  /** The id of the element to focus after the change: the button that opened the dialog is gone or disabled by then. */
  focusAfter: string;
  children: (close: () => void) => ReactNode;
};

/** The dialog for a subscription change. It stays open while the change is under way, and closing it clears a failure. */
export function SubscriptionDialog({ isOpen, onClose, title, change, focusAfter, children }: SubscriptionDialogProps) {
  const close = () => {
    change.reset();
    onClose();
  };
  return (
    <Dialog
      open={isOpen}
      onClose={close}
      width="middle"
      closable={!change.isPending}
      returnFocusTo={() => (change.isSuccess ? document.getElementById(focusAfter) : null)}
      title={title}
    >
      {children(close)}
    </Dialog>
  );
}
