import { useNavigate } from '@tanstack/react-router';
import { useEffect, useMemo, useState, type ReactNode } from 'react';
import { lazyDialog } from '#src/lib/lazy-dialog.tsx';
import { whenIdle } from '#src/lib/when-idle.ts';
import { readVisitor, type Visitor } from './read-visitor.ts';
import { VisitorContextProvider } from './visitor-context.ts';

const LazyTrialDialog = lazyDialog(async () => (await import('./trial-dialog.tsx')).TrialDialog);

/** Tells the public pages who looks at them, and holds the trial e-mail dialog. */
export function VisitorProvider({ children }: { children: ReactNode }) {
  const navigate = useNavigate();
  const [visitor, setVisitor] = useState<Visitor | null>(null);
  const [isOpen, setIsOpen] = useState(false);

  useEffect(
    () =>
      // Without an answer the page stays as it was drawn.
      whenIdle(() => void readVisitor().then(setVisitor, () => undefined)),
    [],
  );

  const value = useMemo(() => {
    const start = async () => {
      if (visitor === null) setIsOpen(true);
      // Whoever turns out to be signed in is led on from the open dialog; without an answer it stays.
      const who = visitor ?? (await readVisitor().catch(() => null));
      setIsOpen(who?.isSignedIn !== true);
      if (who?.isSignedIn) await navigate({ to: '/dashboard' });
    };
    return { visitor, startTrial: () => void start() };
  }, [visitor, navigate]);

  return (
    <VisitorContextProvider value={value}>
      {children}
      <LazyTrialDialog isOpen={isOpen} onClose={() => setIsOpen(false)} />
    </VisitorContextProvider>
  );
}
