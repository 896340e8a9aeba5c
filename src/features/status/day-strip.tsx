import type { ComponentStatus } from '#contract/site/status.ts';
import { daysInWords, firstMeasuredDay, shortDayName } from './status-words.ts';

/** The strip on a phone shows only the last of the days (`status.css`). */
const PHONE_DAYS = 30;
/** The block of days before the first check gets a label if it is at least this many days wide; half as many on a phone. */
const LABEL_FITS = 25;
/** In units of the drawing, about one pixel each. */
const PITCH = 10;
const WIDTH = 8;
const HEIGHT = 40;
const RADIUS = 2;
/** A failure is drawn at least this high, as a share of the bar, so that one failed check shows. */
const LEAST_FAILURE = 0.15;

/** A bar with rounded corners; one whose height is less than the strip's hangs from its top. */
function bar(index: number, height = HEIGHT): string {
  const low = height === HEIGHT ? RADIUS : 0;
  const arc = (radius: number, x: number, y: number) => `a${radius} ${radius} 0 0 1 ${x} ${y}`;
  return [
    `M${index * PITCH + RADIUS} 0h${WIDTH - 2 * RADIUS}${arc(RADIUS, RADIUS, RADIUS)}v${height - RADIUS - low}`,
    low > 0 ? `${arc(low, -low, low)}h${2 * low - WIDTH}${arc(low, -low, -low)}` : `h${-WIDTH}`,
    `v${RADIUS + low - height}${arc(RADIUS, RADIUS, -RADIUS)}z`,
  ].join('');
}

function bars(days: ComponentStatus['days'], draw: (share: number | null) => number | null): string {
  return days
    .map((share, index) => {
      const height = draw(share);
      return height === null ? '' : bar(index, height);
    })
    .join('');
}

const ofChecked = (share: number | null) => (share === null ? null : HEIGHT);
const ofUnchecked = (share: number | null) => (share === null ? HEIGHT : null);
const ofFailed = (share: number | null) =>
  share === null || share === 1 ? null : Math.round(Math.max(LEAST_FAILURE, 1 - share) * HEIGHT);

/** The block before the first check, from day `from` to day `to`, as an area of the drawing. An attribute, because of the policy. */
function Label({ days, from, to, text, className }: Block & { days: number; text: string; className: string }) {
  const percent = (count: number) => `${((count / days) * 100).toFixed(2)}%`;
  return (
    <foreignObject className={className} x={percent(from)} width={percent(to - from)} height="100%">
      <div>
        <span>{text}</span>
      </div>
    </foreignObject>
  );
}

type Block = { from: number; to: number };

type DayStripProps = { firstDay: string; days: ComponentStatus['days'] };

/** One bar for each day, oldest first, all bars of a color in one path. */
export function DayStrip({ firstDay, days }: DayStripProps) {
  const measured = firstMeasuredDay(days);
  const before = measured === null ? days.length : measured;
  const text = measured === null ? 'No data yet' : `No data before ${shortDayName(firstDay, measured)}`;
  const hidden = days.length - PHONE_DAYS;
  return (
    <div className="day-strip">
      <svg role="img" aria-label={daysInWords(days)}>
        <svg viewBox={`0 0 ${days.length * PITCH - (PITCH - WIDTH)} ${HEIGHT}`} preserveAspectRatio="none">
          <path className="unseen" d={bars(days, ofUnchecked)} />
          <path d={bars(days, ofChecked)} />
          <path className="failed" d={bars(days, ofFailed)} />
        </svg>
        {before > LABEL_FITS && <Label className="wide" days={days.length} from={0} to={before} text={text} />}
        {before - hidden > LABEL_FITS / 2 && (
          <Label className="narrow" days={days.length} from={hidden} to={before} text={text} />
        )}
      </svg>
    </div>
  );
}
