import { useBlocker } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { onAuthEvent } from '#src/api/auth-events.ts';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/overlays/dialog.tsx';

/** Asks before a page with unsaved changes is left. When the tab is closed or reloaded, the browser asks. */
export function LeaveGuard({ isDirty }: { isDirty: boolean }) {
  // After signing out, here or in another tab, don't ask: this person's data must not stay on screen.
  const isOver = useRef(false);
  useEffect(
    () =>
      onAuthEvent((event) => {
        isOver.current = event === 'SIGNED_OUT';
      }),
    [],
  );
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => isDirty && current.pathname !== next.pathname,
    enableBeforeUnload: () => isDirty && !isOver.current,
    withResolver: true,
  });
  return (
    <Dialog
      open={blocker.status === 'blocked'}
      onClose={() => blocker.reset?.()}
      title="Leave without saving?"
      lead="You haven’t saved your changes on this page."
    >
      <div className="row dialog-actions">
        <Button onClick={() => blocker.reset?.()}>Stay here</Button>
        <Button variant="danger" onClick={() => blocker.proceed?.()}>
          Leave without saving
        </Button>
      </div>
    </Dialog>
  );
}
