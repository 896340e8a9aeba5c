import { Measure } from './measure.tsx';

/** How far a trial has come: a bar over its days, with the day below. */
export function TrialMeasure({ day, days }: { day: number; days: number }) {
  const text = `Day ${day} of ${days}`;
  return (
    <div className="trial-measure">
      <Measure bare label="Trial" value={day} max={days} text={text} tone="warning" />
      <p className="xs num">{text}</p>
    </div>
  );
}
