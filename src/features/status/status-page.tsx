import { Link } from '@tanstack/react-router';
import { STATUS_CHECK_EVERY_MS, type StatusReport } from '#contract/site/status.ts';
import { StatusCard } from './status-card.tsx';
import { lookedAt, overallSentence } from './status-words.ts';
import './status.css';

/** `/status`: what was found when it was last looked, and before. Nothing on it needs JavaScript. */
export function StatusPage({ report }: { report: StatusReport }) {
  const { firstDay, components } = report;
  const looks = components.flatMap(({ checkedAt }) => checkedAt ?? []).toSorted();
  const latest = looks.at(-1);
  return (
    <div className="wrap status-page">
      <h1 className="h1">{overallSentence(report)}</h1>
      <p className="lede">
        {latest === undefined ? 'Nobody has looked yet.' : `Last looked at ${lookedAt(latest)}.`} We look every{' '}
        {STATUS_CHECK_EVERY_MS / 1000} seconds.{' '}
        {/* A plain link: it asks the server again, with or without JavaScript. */}
        <a className="link" href="/status">
          Look again
        </a>
      </p>
      <div className="stack">
        {components.map((status) => (
          <StatusCard status={status} firstDay={firstDay} key={status.id} />
        ))}
      </div>
      <div className="stack muted small">
        <p>
          A full bar is a day on which every check was answered. A shorter one had failures, few or many; a stub is a
          day on which nobody looked. Days are counted in UTC.
        </p>
        <p>
          The checks run on our own server. While that is off, nobody looks, and those minutes are missing here: they
          count neither for us nor against us. Every figure is reckoned from the checks, none is rounded up.
        </p>
        <p>
          Something does not work and this page says it does?{' '}
          <Link className="link" to="/contact" search={{ topic: 'support' }}>
            Tell us
          </Link>
          .
        </p>
      </div>
    </div>
  );
}
