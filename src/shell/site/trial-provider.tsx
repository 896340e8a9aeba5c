import { useCallback, useState, type ReactNode } from 'react';
import { lazyDialog } from '#src/lib/lazy/lazy-dialog.tsx';
import { TrialStartProvider } from '#src/domain/trial/trial-start.ts';

const LazyTrialDialog = lazyDialog(async () => (await import('./trial-dialog.tsx')).TrialDialog);

/** Provides the trial email dialog, which every page of the site can open. */
export function TrialProvider({ children }: { children: ReactNode }) {
  const [isOpen, setIsOpen] = useState(false);
  const open = useCallback(() => setIsOpen(true), []);
  return (
    <TrialStartProvider value={open}>
      {children}
      <LazyTrialDialog isOpen={isOpen} onClose={() => setIsOpen(false)} />
    </TrialStartProvider>
  );
}
