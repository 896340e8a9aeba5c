import { Link } from '@tanstack/react-router';
import { RUN_STATUS_NAMES } from '#contract/automations/run-states.ts';
import { timeText, weekdayDayText } from '#contract/dates.ts';
import { RUN_DAYS } from '#contract/automations/automation-limits.ts';
import type { RunPage } from '#src/domain/automations/automation.ts';
import { automationLinks } from '#src/domain/automations/automation-links.ts';
import { useNow } from '#src/lib/use-now.ts';
import { Badge } from '#src/ui/badge.tsx';
import { shareText } from '../figures.ts';
import { RUN_TONES, runLine, stripOf } from '../run-words.ts';
import { useTimeZone } from '../times.ts';
import '../runs/runs.css';

/** How many runs the list and the strip show. */
const LISTED = 6;
const STRIP = 18;
const [PITCH, WIDTH, HEIGHT, LOW] = [10, 8.5, 32, 14];

/** The other runs of the automation, and how the last ones went. */
export function RunRail({ page: { run, otherRuns } }: { page: RunPage }) {
  const now = useNow();
  const zone = useTimeZone();
  const runs = [run, ...otherRuns.filter(({ id }) => id !== run.id)].toSorted((a, b) => b.dueAt.localeCompare(a.dueAt));
  const at = runs.findIndex(({ id }) => id === run.id);
  const from = Math.max(0, Math.min(at - 1, runs.length - LISTED));
  const { bars, fine, words } = stripOf(runs, STRIP);
  return (
    <aside className="stack" aria-labelledby="other-runs">
      <div className="row between">
        <h2 className="h3" id="other-runs">
          Other runs
        </h2>
        <Link className="text-button" {...automationLinks.analytics(run.automationId)}>
          See all
        </Link>
      </div>
      <ul className="card rows runs">
        {runs.slice(from, from + LISTED).map((one) => (
          <li key={one.id}>
            <Link {...automationLinks.run(one.id)}>
              <span className="grow">
                <b className="strong num">{weekdayDayText(one.dueAt, zone)}</b>
                <small className="muted num">
                  {[timeText(one.dueAt, zone), runLine(one, now, zone)].filter(Boolean).join(' · ')}
                </small>
              </span>
              <Badge tone={RUN_TONES[one.status]}>{RUN_STATUS_NAMES[one.status]}</Badge>
            </Link>
          </li>
        ))}
      </ul>
      <section className="card stack side-card" aria-labelledby="last-runs">
        <div className="row between">
          <h3 className="strong" id="last-runs">
            {bars.length === 0 ? 'No finished runs yet' : bars.length === 1 ? 'Last run' : `Last ${bars.length} runs`}
          </h3>
          <span className="muted small num">{bars.length > 0 && `${shareText(fine)} fine`}</span>
        </div>
        {bars.length > 0 && (
          <svg
            className="spark"
            role="img"
            aria-label={words}
            viewBox={`0 0 ${STRIP * PITCH} ${HEIGHT}`}
            preserveAspectRatio="none"
          >
            {bars.map((bar, index) => {
              const height = bar === 'other' ? LOW : HEIGHT;
              return (
                <rect
                  key={index}
                  className={bar}
                  x={index * PITCH}
                  y={HEIGHT - height}
                  width={WIDTH}
                  height={height}
                  rx={1.5}
                />
              );
            })}
          </svg>
        )}
        <p className="hint">Runs are kept for {RUN_DAYS} days. Passwords and keys are hidden in what you see here.</p>
      </section>
    </aside>
  );
}
