import { Link } from '@tanstack/react-router';
import { isPlainClick } from '#src/lib/is-plain-click.ts';
import { useTrialStart } from './trial-start.ts';
import { useDeferredHydration } from '#src/hydration/use-deferred-hydration.ts';
import { useVisitor } from '#src/domain/site/visitor.ts';

/** The way into the trial: the email dialog. Without scripts it links to the sign-up; signed-in people go to their dashboard. */
export function TrialLink({ className }: { className: string }) {
  const visitor = useVisitor();
  const startTrial = useTrialStart();
  const deferred = useDeferredHydration();
  if (visitor !== 'guest') {
    return (
      <Link className={className} to="/dashboard">
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
      {...deferred}
      onClick={(event) => {
        if (!isPlainClick(event)) return;
        event.preventDefault();
        startTrial();
      }}
    >
      Start free trial
    </Link>
  );
}
