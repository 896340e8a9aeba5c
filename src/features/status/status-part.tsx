import { Check, CircleHelp, X } from 'lucide-react';
import { STATUS_DAYS, type ComponentState, type ComponentStatus } from '#contract/site/status.ts';
import { Badge } from '#src/ui/badge.tsx';
import { DayStrip } from './day-strip.tsx';
import { answeredInWords, COMPONENT_TEXTS, shortDayName, STATE_WORDS } from './status-words.ts';

const LOOKS = {
  up: { tone: 'success', Icon: Check },
  down: { tone: 'danger', Icon: X },
  unknown: { tone: 'neutral', Icon: CircleHelp },
} as const satisfies Record<ComponentState, object>;

/** The first of the days that a phone shows (`day-strip.tsx`). */
const PHONE_FIRST_DAY = STATUS_DAYS - 30;

type StatusPartProps = { status: ComponentStatus; firstDay: string };

/** One part of the product: its current state and its history. */
export function StatusPart({ status, firstDay }: StatusPartProps) {
  const { id, state, latencyMs, days } = status;
  const { name, about } = COMPONENT_TEXTS[id];
  const { tone, Icon } = LOOKS[state];
  return (
    <section className="part" aria-labelledby={`status-${id}`}>
      <div>
        <h2 className="h4" id={`status-${id}`}>
          {name}
        </h2>
        <p className="small muted">
          <span>{about}</span>
          {state === 'up' && latencyMs !== null && <span className="num">{` Answered in ${latencyMs} ms.`}</span>}
        </p>
      </div>
      <p>
        <Badge tone={tone}>
          <Icon className="icon" aria-hidden="true" />
          <span>{STATE_WORDS[state]}</span>
        </Badge>
      </p>
      <DayStrip firstDay={firstDay} days={days} />
      <p className="ends num">
        <span className="wide">{shortDayName(firstDay, 0)}</span>
        <span className="narrow">{shortDayName(firstDay, PHONE_FIRST_DAY)}</span>
        <b>{answeredInWords(status)}</b>
        <span>Today</span>
      </p>
    </section>
  );
}
