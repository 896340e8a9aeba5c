import { Moon } from 'lucide-react';
import { isoDayText } from '#contract/dates.ts';
import type { Rehearsal } from '#src/domain/automations/automation.ts';
import { quietDays, weeksOf } from './rehearsal-words.ts';
import { RehearsedRunItem } from './rehearsed-run-item.tsx';

type RunWeeksProps = { rehearsal: Rehearsal; zone: string; numbers: ReadonlyMap<string, string> };

/** The runs, by weeks if they are to come. */
export function RunWeeks({ rehearsal, zone, numbers }: RunWeeksProps) {
  const { runs, days, plannedRuns, status } = rehearsal;
  const opened = runs.find(({ stopsAt }) => stopsAt === null);
  const items = (of: typeof runs) =>
    of.map((run, index) => (
      <RehearsedRunItem key={`${run.at} ${index}`} run={run} zone={zone} isOpen={run === opened} numbers={numbers} />
    ));
  const hidden = plannedRuns - runs.length;
  return (
    <>
      {days.length === 0 ? (
        <section aria-labelledby="rehearsed-runs">
          <h2 className="h3" id="rehearsed-runs">
            {runs[0]?.about === null ? 'What would happen' : 'What would have happened'}
          </h2>
          <ol className="days">{items(runs)}</ol>
        </section>
      ) : (
        weeksOf(days).map((week, index) => {
          const of = runs.filter(({ at }) => week.days.some(({ day }) => day === isoDayText(at, zone)));
          if (of.length === 0) return null;
          const quiet = quietDays(week);
          return (
            <section aria-labelledby={`week-${index}`} key={week.name}>
              <h2 className="h3" id={`week-${index}`}>
                {week.name}
              </h2>
              <ol className="days">{items(of)}</ol>
              {quiet !== '' && (
                <p className="quiet-days small muted">
                  <Moon className="icon sm" aria-hidden="true" /> <span>{quiet}</span>
                </p>
              )}
            </section>
          );
        })
      )}
      {status === 'done' && hidden > 0 && (
        <p className="small muted">{`The other ${hidden === 1 ? 'run' : `${hidden} runs`} would go the same way. They’re counted above.`}</p>
      )}
    </>
  );
}
