import { ProgressBar } from './progress-bar.tsx';

/** The progress of a trial: a bar over its days, with the day below. */
export function TrialProgress({ day, days }: { day: number; days: number }) {
  const text = `Day ${day} of ${days}`;
  return (
    <div className="trial-progress">
      <ProgressBar bare label="Trial" value={day} max={days} text={text} tone="warning" />
      <p className="xs num">{text}</p>
    </div>
  );
}
