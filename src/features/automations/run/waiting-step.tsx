import { Link } from '@tanstack/react-router';
import { CircleAlert, Hourglass, RotateCcw } from 'lucide-react';
import type { RunPage, RunStep } from '#src/domain/automations/automation.ts';
import { automationLinks } from '#src/domain/automations/automation-links.ts';
import { useNow } from '#src/lib/use-now.ts';
import { buttonClass } from '#src/ui/button-class.ts';
import { Button } from '#src/ui/button.tsx';
import { useTimeZone, whenWords } from '../times.ts';
import { useRunActions } from './use-run-actions.ts';

type WaitingStepProps = {
  run: RunPage['run'];
  step: RunStep;
  /** In words. */
  until: string | null;
};

/** What a step waits for, and how to end the wait. */
export function WaitingStep({ run, step, until }: WaitingStepProps) {
  const now = useNow();
  const zone = useTimeZone();
  const { isBusy, isRetrying, retry } = useRunActions(run.id);
  if (run.status === 'paused')
    return (
      <>
        <div className="note warn" role="alert">
          <CircleAlert className="icon sm" aria-hidden="true" />
          <div>
            <p>
              <b className="strong">{run.reason}</b>
            </p>
            {until !== null && <p className="remedy">{`It continues ${until}, or when you retry.`}</p>}
          </div>
        </div>
        <p className="row retry">
          <Button busy={isRetrying} busyText="Retrying..." disabled={isBusy} onClick={retry}>
            <RotateCcw className="icon" aria-hidden="true" />
            Retry from here
          </Button>
        </p>
      </>
    );
  const { approval } = step;
  if (approval?.status === 'waiting')
    return (
      <>
        <p className="small muted until">
          <Hourglass className="icon sm" aria-hidden="true" />
          <span>{`Until ${whenWords(approval.deadline, now, zone)}.`}</span>
        </p>
        <p className="row retry">
          <Link className={buttonClass()} {...automationLinks.approvals}>
            Answer it
          </Link>
        </p>
      </>
    );
  return (
    <p className="small muted until">
      <Hourglass className="icon sm" aria-hidden="true" />
      <span>{until === null ? run.reason : `Until ${until}.`}</span>
    </p>
  );
}
