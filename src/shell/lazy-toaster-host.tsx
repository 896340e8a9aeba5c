import { useEffect, useState, type ComponentType } from 'react';
import { toast } from '#src/lib/toast.ts';
import { showAppMissing } from './app-missing.tsx';

/**
 * Loads the toaster with the first toast, so that pages without one don't pay for it. The frame is there from the start: a modal dialog
 * hides the rest of the page from screen readers when it opens, except for live regions that exist by then, and a toast must be
 * announced and its Undo reachable over an open dialog.
 */
export function LazyToasterHost() {
  const [Host, setHost] = useState<ComponentType | null>(null);
  useEffect(() => {
    const load = async () => {
      if (toast.list().length === 0) return;
      try {
        const { ToasterHost } = await import('./toaster-host.tsx');
        setHost(() => ToasterHost);
        showAppMissing(false);
      } catch {
        // Nothing can say what the toast says. The next one tries again.
        showAppMissing(true);
      }
    };
    void load();
    return Host ? undefined : toast.subscribe(() => void load());
  }, [Host]);
  return <div aria-live="off">{Host && <Host />}</div>;
}
