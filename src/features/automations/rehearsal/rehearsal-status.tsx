import { CircleAlert, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { REHEARSALS_PER_DAY } from '#contract/automations/automation-limits.ts';
import { REHEARSALS_USED_UP } from '#contract/automations/rehearsal-texts.ts';
import { momentText } from '#contract/dates.ts';
import type { RehearsalPage } from '#src/domain/automations/automation.ts';
import { errorText } from '#src/lib/app-error.ts';
import { Button } from '#src/ui/button.tsx';
import { LoadingDots } from '#src/ui/feedback/loading-dots.tsx';

type RehearsalStatusProps = {
  page: RehearsalPage;
  zone: string;
  isStarting: boolean;
  /** Why it couldn't begin. */
  error: unknown;
  start: () => void;
};

/** How the rehearsal stands: what is still being rehearsed, and why it may have to be repeated. */
export function RehearsalStatus({ page, isStarting, error, start }: Omit<RehearsalStatusProps, 'zone'>) {
  const { rehearsal, left } = page;
  const again = left > 0 && (
    <Button variant="secondary" size="sm" busy={isStarting} busyText="Starting..." onClick={start}>
      {rehearsal === null ? 'Rehearse' : 'Rehearse again'}
    </Button>
  );
  const usedUp = left === 0 ? ` ${REHEARSALS_USED_UP}` : '';
  if (error !== null && !isStarting)
    return (
      <Note tone="warn" action={again}>
        {errorText(error)}
      </Note>
    );
  if (isStarting || rehearsal?.status === 'running') {
    const { runs = [], plannedRuns = 0 } = isStarting ? {} : (rehearsal ?? {});
    return (
      <p className="note" role="status">
        <LoadingDots label="Rehearsing" />
        <span>
          {runs.length === 0
            ? 'Rehearsing. Your team is reading your steps...'
            : `Rehearsing. ${runs.length} of ${plannedRuns} ${plannedRuns === 1 ? 'run' : 'runs'} so far...`}
        </span>
      </p>
    );
  }
  if (rehearsal === null) return <Note tone="warn" action={again}>{`This hasn’t been rehearsed yet.${usedUp}`}</Note>;
  if (rehearsal.status === 'failed')
    return (
      <Note tone="bad" action={again}>
        <span>
          {rehearsal.runs.length === 0
            ? 'The rehearsal didn’t work this time.'
            : `The rehearsal stopped after ${rehearsal.runs.length} of ${rehearsal.plannedRuns} runs.`}
        </span>{' '}
        Nothing was sent, saved, or charged.<span>{usedUp}</span>
      </Note>
    );
  if (rehearsal.isOutdated)
    return <Note tone="warn" action={again}>{`The steps have changed since this rehearsal.${usedUp}`}</Note>;
  return null;
}

/** When it was rehearsed, and how many rehearsals are left: below a rehearsal that is up to date. */
export function RehearseAgain({ page, zone, start }: Pick<RehearsalStatusProps, 'page' | 'zone' | 'start'>) {
  const { rehearsal, left } = page;
  if (rehearsal?.status !== 'done' || rehearsal.isOutdated) return null;
  return (
    <p className="again small muted">
      <span>
        Rehearsed <span>{momentText(rehearsal.createdAt, zone)}</span>.{' '}
        <span>{left === 0 ? REHEARSALS_USED_UP : `${left} of ${REHEARSALS_PER_DAY} rehearsals left.`}</span>
      </span>
      {left > 0 && (
        <button type="button" className="text-button" onClick={start}>
          Rehearse again
        </button>
      )}
    </p>
  );
}

function Note({ tone, action, children }: { tone: 'warn' | 'bad'; action: ReactNode; children: ReactNode }) {
  const Icon = tone === 'bad' ? CircleAlert : TriangleAlert;
  return (
    <div className={`note ${tone} again`} role="status">
      <Icon className="icon" aria-hidden="true" />
      <span className="grow">{children}</span>
      {action}
    </div>
  );
}
