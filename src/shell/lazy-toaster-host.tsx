import { lazy, Suspense, useSyncExternalStore } from 'react';
import { toast } from '#src/lib/toast.ts';

const ToasterHost = lazy(async () => ({ default: (await import('./toaster-host.tsx')).ToasterHost }));
const none = () => false;
let wasNeeded = false;

function isNeeded(): boolean {
  wasNeeded ||= toast.list().length > 0;
  return wasNeeded;
}

/** Loads the messages with the first one, so that a page without any costs nothing. */
export function LazyToasterHost() {
  const needed = useSyncExternalStore(toast.subscribe, isNeeded, none);
  return needed ? (
    <Suspense fallback={null}>
      <ToasterHost />
    </Suspense>
  ) : null;
}
