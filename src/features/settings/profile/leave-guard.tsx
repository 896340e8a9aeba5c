import { useBlocker } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { onAuthEvent } from '#src/api/auth-events.ts';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';

/** Asks before a page with unsaved changes is left. The browser itself asks before it is closed or loaded anew. */
export function LeaveGuard({ isDirty }: { isDirty: boolean }) {
  // Signed out, in this tab or another: nothing of this person may stay on the screen for the sake of a question.
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
      lead="What you changed on this page is not saved yet."
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
