import { Link } from '@tanstack/react-router';
import { RotateCcw, TriangleAlert } from 'lucide-react';
import type { RunPage, RunStep } from '#src/domain/automations/automation.ts';
import { automationLinks } from '#src/domain/automations/automation-links.ts';
import { useNow } from '#src/lib/use-now.ts';
import { buttonClass } from '#src/ui/button-class.ts';
import { Button } from '#src/ui/button.tsx';
import { viewOfKind } from '../steps/step-views.ts';
import { secondsText, useTimeZone, whenWords } from '../times.ts';
import { triesOf } from './run-figures.ts';
import { useRunActions } from './use-run-actions.ts';

/** Why a step failed, what to do, how often it was tried, and the way on. */
export function FailedStep({ page: { run }, step }: { page: RunPage; step: RunStep }) {
  const zone = useTimeZone();
  const now = useNow();
  const { isBusy, isRetrying, retry } = useRunActions(run.id);
  const tries = triesOf(step);
  const { remedy, change } = viewOfKind(step.kind);
  const willRetry = step.resumeAt !== null;
  const isKept =
    run.messages === 0 ? '' : ' What’s already written is kept, so a retry doesn’t use those messages again.';
  return (
    <>
      <div className="note bad" role="alert">
        <TriangleAlert className="icon sm" aria-hidden="true" />
        <div>
          <p>
            <b className="strong">{step.error}</b>
          </p>
          <p className="remedy">
            {willRetry && step.resumeAt !== null
              ? `We’ll try again ${whenWords(step.resumeAt, now, zone)}. You don’t have to do anything.`
              : run.areValuesDeleted
                ? 'This run can’t be retried anymore.'
                : `${remedy ?? 'Once that’s sorted out, retry.'}${isKept}`}
          </p>
        </div>
      </div>
      {tries.length > 1 && (
        <ol className="tries num">
          {tries.map(({ number, at, error, after }) => (
            <li key={number}>
              <span>{number}</span>
              <span>{secondsText(at, zone)}</span>
              <span className="grow">{error}</span>
              <span className="muted">{after}</span>
            </li>
          ))}
        </ol>
      )}
      {run.status === 'failed' && (
        <p className="row retry">
          {!run.areValuesDeleted && (
            <Button busy={isRetrying} busyText="Retrying..." disabled={isBusy} onClick={retry}>
              <RotateCcw className="icon" aria-hidden="true" />
              Retry from here
            </Button>
          )}
          <Link
            className={buttonClass({ variant: 'secondary' })}
            {...automationLinks.edit(run.automationId)}
            hash={step.stepId}
          >
            {change ?? 'Change this step'}
          </Link>
        </p>
      )}
    </>
  );
}
