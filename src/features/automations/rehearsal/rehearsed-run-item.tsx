import { ChevronDown } from 'lucide-react';
import { dayOfYearText, timeText, weekdayText } from '#contract/dates.ts';
import type { RehearsedRun } from '#src/domain/automations/automation.ts';
import { Badge } from '#src/ui/badge.tsx';
import { isNothingSent, runInShort } from './rehearsal-words.ts';
import { RehearsedStepItem } from './rehearsed-step-item.tsx';

type RehearsedRunItemProps = {
  run: RehearsedRun;
  zone: string;
  /** The first run shows all of its steps; the others are folded. */
  isOpen: boolean;
  /** The numbers of steps, as the editor has them. */
  numbers: ReadonlyMap<string, string>;
};

/** One time that the automation would run, with what would happen. */
export function RehearsedRunItem({ run, zone, isOpen, numbers }: RehearsedRunItemProps) {
  const { at, about, stopsAt, moreSteps } = run;
  const steps = (
    <ol className="mini">
      {run.steps.map((step, index) => (
        <RehearsedStepItem
          key={index}
          step={step}
          zone={zone}
          // A text that is passed from step to step is shown once.
          isNew={run.steps.findIndex(({ body }) => body === step.body) === index}
        />
      ))}
      {moreSteps > 0 && (
        <li className="muted small more">
          {moreSteps === 1 ? 'One more step would follow.' : `${moreSteps} more steps would follow.`}
        </li>
      )}
    </ol>
  );
  return (
    <li className={stopsAt ? 'day stopday' : 'day'}>
      <p className="dt num">
        <b>
          <span>{`${weekdayText(at, zone)}, `}</span>
          <span className="date">{dayOfYearText(at, zone)}</span>
        </b>{' '}
        <span>{timeText(at, zone)}</span>
      </p>
      {stopsAt ? (
        <div className="card d">
          <p className="row between">
            <b className="strong">{`Would stop at step ${numbers.get(stopsAt.stepId) ?? ''}`}</b>
            {isNothingSent(run) && <Badge>Nothing sent</Badge>}
          </p>
          <p className="muted">{about === null ? stopsAt.why : `${about}. ${stopsAt.why}`}</p>
          {run.steps.length > 1 && (
            <details className="before">
              <summary className="text-button">See each step</summary>
              {steps}
            </details>
          )}
        </div>
      ) : (
        <details className="card d" open={isOpen}>
          <summary>
            <span className="grow">
              <span
                className={run.steps.some(({ outcome }) => outcome === 'written') ? 'says short' : 'short'}
                data-event={about === null ? undefined : ''}
              >
                {about ?? runInShort(run)}
              </span>
              {about === null && <span className="opened small muted">Step by step</span>}
            </span>
            <ChevronDown className="icon sm" aria-hidden="true" />
          </summary>
          {steps}
        </details>
      )}
    </li>
  );
}
