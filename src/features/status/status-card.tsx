import type { ComponentState, ComponentStatus } from '#contract/site/status.ts';
import { Badge } from '#src/ui/badge.tsx';
import { Card } from '#src/ui/card.tsx';
import { DayStrip } from './day-strip.tsx';
import { COMPONENT_TEXTS, dayName, failedDays, formatShare, STATE_WORDS, wholeSpan } from './status-words.ts';

const TONES: Record<ComponentState, 'success' | 'danger' | 'neutral'> = {
  up: 'success',
  down: 'danger',
  unknown: 'neutral',
};

function Uptime({ label, share }: { label: string; share: number | null }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd className={share === null ? 'muted' : undefined}>{share === null ? 'No data yet' : formatShare(share)}</dd>
    </div>
  );
}

type StatusCardProps = { status: ComponentStatus; firstDay: string };

/** One part of the product: how it is, and how it was. */
export function StatusCard({ status, firstDay }: StatusCardProps) {
  const { id, state, latencyMs, uptime, days } = status;
  const { name, about } = COMPONENT_TEXTS[id];
  const failed = failedDays(firstDay, days);
  return (
    <Card as="section" className="status-card" aria-labelledby={`status-${id}`}>
      <div className="row between">
        <h2 className="h4" id={`status-${id}`}>
          {name}
        </h2>
        <Badge tone={TONES[state]}>{STATE_WORDS[state]}</Badge>
      </div>
      <p className="muted small">
        {about}
        {state === 'up' && latencyMs !== null ? ` Answered in ${latencyMs} ms.` : ''}
      </p>
      <DayStrip days={days} />
      <p className="row between muted xs">
        <span>{dayName(firstDay, 0)}</span>
        <span>Today</span>
      </p>
      <dl className="num">
        <Uptime label="24 hours" share={uptime.day} />
        <Uptime label="7 days" share={uptime.week} />
        <Uptime label={wholeSpan(firstDay, days)} share={uptime.quarter} />
      </dl>
      {failed.length > 0 && (
        <details>
          <summary>
            {failed.length === 1 ? '1 day with failed checks' : `${failed.length} days with failed checks`}
          </summary>
          <ul className="num">
            {failed.map((day) => (
              <li key={day.name}>
                {day.name}: {day.share}
              </li>
            ))}
          </ul>
        </details>
      )}
    </Card>
  );
}
