import { formatNumber } from '#src/lib/text/format.ts';
import { classNames } from '../class-names.ts';

type ProgressBarProps = {
  value: number;
  max: number;
  /** What is measured, such as 'Messages'. */
  label: string;
  /** The text for the numbers; '{value} of {max}' by default. */
  text?: string;
  tone: 'accent' | 'warning' | 'danger';
  /** Only the bar, if the text is elsewhere. */
  bare?: boolean;
};

/** A ruled bar with its label and numbers. */
export function ProgressBar({
  value,
  max,
  label,
  text = `${formatNumber(value)} of ${formatNumber(max)}`,
  tone,
  bare,
}: ProgressBarProps) {
  const share = max > 0 ? Math.min(1, Math.max(0, value / max)) : 0;
  const bar = (
    <div
      className={classNames('bar', tone !== 'accent' && tone)}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={Math.min(value, max)}
      aria-valuetext={text}
    >
      <svg aria-hidden="true">
        <rect width={`${(share * 100).toFixed(1)}%`} height="100%" />
      </svg>
    </div>
  );
  if (bare) return bar;
  return (
    <div className="progress">
      <p className="row between">
        <span className="strong">{label}</span>
        <span className="num muted">{text}</span>
      </p>
      {bar}
    </div>
  );
}
