import { lazy, Suspense, useSyncExternalStore } from 'react';
import { toast } from '#src/lib/toast.ts';

const ToasterHost = lazy(async () => ({ default: (await import('./toaster-host.tsx')).ToasterHost }));
const none = () => false;
let wasNeeded = false;

function isNeeded(): boolean {
  wasNeeded ||= toast.list().length > 0;
  return wasNeeded;
}

/**
 * Loads the messages with the first one, so that a page without any costs nothing.
 * The frame stands from the start: a modal dialog hides the page from readers when it opens, except for live regions that
 * it finds then, and a message must be heard and its Undo reached over an open dialog.
 */
export function LazyToasterHost() {
  const needed = useSyncExternalStore(toast.subscribe, isNeeded, none);
  return (
    <div aria-live="off">
      {needed && (
        <Suspense fallback={null}>
          <ToasterHost />
        </Suspense>
      )}
    </div>
  );
}
