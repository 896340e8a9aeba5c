import type { StatusReport } from '#contract/site/status.ts';
import { failedDays, noProblemsSentence, type FailedDay } from './status-words.ts';

/** How many are shown right away; the others are shown on request. */
const SHOWN = 5;

function ProblemList({ days }: { days: FailedDay[] }) {
  return (
    <ul className="small num">
      {days.map(({ day, component, share }) => (
        <li key={`${day} ${component}`}>
          <b className="strong">{`${day}.`}</b> <span>{`${component} answered ${share} of the checks.`}</span>
        </li>
      ))}
    </ul>
  );
}

/** The days on which a check failed, latest first. */
export function PastProblems({ report }: { report: StatusReport }) {
  const failed = failedDays(report);
  const older = failed.slice(SHOWN);
  return (
    <section aria-labelledby="past-problems">
      <h2 className="h4" id="past-problems">
        Past problems
      </h2>
      {failed.length === 0 ? (
        <p className="small">{noProblemsSentence(report)}</p>
      ) : (
        <ProblemList days={failed.slice(0, SHOWN)} />
      )}
      {older.length > 0 && (
        <details>
          <summary className="link small">{`Show ${older.length} more`}</summary>
          <ProblemList days={older} />
        </details>
      )}
    </section>
  );
}
