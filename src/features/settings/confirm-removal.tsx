import type { ComponentProps } from 'react';
import { ConfirmDialog } from '#src/ui/overlays/confirm-dialog.tsx';
import { Problem, problemText } from './problem.tsx';
import { useReturnFocus } from './use-return-focus.ts';

type ConfirmRemovalProps = Omit<ComponentProps<typeof ConfirmDialog>, 'problem' | 'returnFocusTo'> & { error: unknown };

/** Asks before something of a card is removed. It stays open meanwhile, so that the re-authentication dialog can open above it. */
export function ConfirmRemoval({ error, ...dialog }: ConfirmRemovalProps) {
  const returnFocusTo = useReturnFocus(dialog.isOpen, dialog.isBusy);
  return <ConfirmDialog {...dialog} problem={<Problem text={problemText(error)} />} returnFocusTo={returnFocusTo} />;
}
