import { Link } from '@tanstack/react-router';
import { Check, CircleHelp, RefreshCw, X } from 'lucide-react';
import { STATUS_CHECK_EVERY_MS, type StatusReport } from '#contract/site/status.ts';
import { buttonClass } from '#src/ui/button-class.ts';
import { Card } from '#src/ui/card.tsx';
import { PastProblems } from './past-problems.tsx';
import { StatusPart } from './status-part.tsx';
import { lastCheckSentence, overallSentence, overallState } from './status-words.ts';
import './status.css';

const ICONS = { up: Check, down: X, unknown: CircleHelp };

/** `/status`: the results of the last check and earlier ones. Nothing on it needs JavaScript. */
export function StatusPage({ report }: { report: StatusReport }) {
  const { firstDay, components } = report;
  const state = overallState(report);
  const Icon = ICONS[state];
  return (
    <div className="wrap status-page">
      <div className="top">
        <Icon className={`icon ${state}`} aria-hidden="true" />
        <div>
          <h1 className="h1">{overallSentence(report)}</h1>
          <p>{`${lastCheckSentence(report)} We check every ${STATUS_CHECK_EVERY_MS / 1000} seconds.`}</p>
        </div>
        {/* A plain link: it reloads from the server, with or without JavaScript. */}
        <a className={buttonClass({ variant: 'secondary' })} href="/status">
          <RefreshCw className="icon sm" aria-hidden="true" />
          Check again
        </a>
      </div>
      <Card className="parts">
        {components.map((status) => (
          <StatusPart status={status} firstDay={firstDay} key={status.id} />
        ))}
      </Card>
      <ul className="legend">
        <li>
          <i /> Every check answered
        </li>
        <li>
          <i className="failed" /> Some checks failed
        </li>
        <li>
          <i className="unseen" /> No data
        </li>
      </ul>
      <div className="fine">
        <PastProblems report={report} />
        <section aria-labelledby="how-measured">
          <h2 className="h4" id="how-measured">
            How we measure
          </h2>
          <p className="small">
            Our own server runs the checks. If it’s off, nobody checks, and those minutes count as no data. Days are in
            UTC, and nothing is rounded up.
          </p>
          <p className="small">
            Seeing a problem we don’t?{' '}
            <Link className="link" to="/contact" search={{ topic: 'support' }}>
              Tell us
            </Link>
            .
          </p>
        </section>
      </div>
    </div>
  );
}
