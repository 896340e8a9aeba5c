import { TriangleAlert } from 'lucide-react';
import type { RunStep } from '#src/domain/automations/automation.ts';
import { Button } from '#src/ui/button.tsx';
import { useRunActions } from './use-run-actions.ts';

type UnknownStepProps = {
  runId: string;
  step: RunStep;
  /** Whether the run still waits for the answer. */ isOpen: boolean;
};

/** A step that was cut off in the middle of a call to the outside: only its owner can find out whether it happened. */
export function UnknownStep({ runId, step, isOpen }: UnknownStepProps) {
  const { isBusy, settle } = useRunActions(runId);
  return (
    <>
      <div className="note warn" role="alert">
        <TriangleAlert className="icon sm" aria-hidden="true" />
        <div>
          <p>
            <b className="strong">Did it happen?</b> <span>{step.error}</span>
          </p>
          <p className="remedy">
            We won’t do it again without asking. Please check whether it went through, then choose what to do.
          </p>
        </div>
      </div>
      {isOpen && (
        <p className="row retry">
          <Button variant="secondary" disabled={isBusy} onClick={() => settle('happened')}>
            Yes, continue
          </Button>
          <Button variant="secondary" disabled={isBusy} onClick={() => settle('repeat')}>
            No, do it again
          </Button>
          <Button variant="ghost" disabled={isBusy} onClick={() => settle('skip')}>
            Skip it
          </Button>
        </p>
      )}
    </>
  );
}
