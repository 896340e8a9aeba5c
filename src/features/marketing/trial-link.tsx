import { Link } from '@tanstack/react-router';
import type { MouseEvent } from 'react';
import { useVisitor } from './visitor-context.ts';

/** A click for a new tab or window is the browser's. */
const isPlainClick = (event: MouseEvent) =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;

/** The way into the trial: the e-mail dialog. Before any script has loaded it leads to the sign-up. */
export function TrialLink({ className, onFollow }: { className: string; onFollow?: () => void }) {
  const { visitor, startTrial } = useVisitor();
  if (visitor?.isSignedIn) {
    return (
      <Link className={className} to="/dashboard" onClick={onFollow}>
        Go to dashboard
      </Link>
    );
  }
  return (
    <Link
      className={className}
      to="/auth"
      search={{ tab: 'signup' }}
      aria-haspopup="dialog"
      onClick={(event) => {
        onFollow?.();
        if (!isPlainClick(event)) return;
        event.preventDefault();
        startTrial();
      }}
    >
      Start free trial
    </Link>
  );
}
