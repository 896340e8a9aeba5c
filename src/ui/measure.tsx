import { classNames } from './class-names.ts';

type MeasureProps = {
  value: number;
  max: number;
  /** What is measured, such as 'Messages'. */
  label: string;
  /** Said for the numbers; '{value} of {max}' by default. */
  text?: string;
  /** `auto` turns to danger from 90 %. */
  tone?: 'auto' | 'accent' | 'warning' | 'danger';
  /** Only the bar, where the text stands elsewhere. */
  bare?: boolean;
};

const inWords = (value: number) => value.toLocaleString('en-US');

/** A ruled bar with its label and numbers. */
export function Measure({
  value,
  max,
  label,
  text = `${inWords(value)} of ${inWords(max)}`,
  tone = 'auto',
  bare,
}: MeasureProps) {
  const share = max > 0 ? Math.min(1, Math.max(0, value / max)) : 0;
  const toneShown = tone === 'auto' ? (share >= 0.9 ? 'danger' : 'accent') : tone;
  const bar = (
    <div
      className={classNames('bar', toneShown !== 'accent' && toneShown)}
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
    <div className="measure">
      <p className="row between">
        <span className="strong">{label}</span>
        <span className="num muted">{text}</span>
      </p>
      {bar}
    </div>
  );
}
