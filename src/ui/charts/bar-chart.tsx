import { formatNumber } from '#src/lib/text/format.ts';
import { classNames } from '../class-names.ts';
import { moveByArrow } from '../tabs/move-by-arrow.ts';

export type ChartBar = {
  key: string;
  /** A short label below the bar. */
  label: string;
  /** The bar in words, such as 'November 2026: 212 messages'. */
  text: string;
  value: number;
};

type BarChartProps = {
  /** The accessible name of the group. */
  label: string;
  bars: readonly ChartBar[];
  /** The key of the chosen bar. */
  value: string;
  onChange: (key: string) => void;
};

/** Bars side by side, one of which is chosen: a radio group with one tab stop, in which the arrow keys move. */
export function BarChart({ label, bars, value, onChange }: BarChartProps) {
  const most = Math.max(1, ...bars.map((bar) => bar.value));
  const hasChosen = bars.some((bar) => bar.key === value);
  return (
    <div className="chart" role="radiogroup" aria-label={label}>
      {bars.map((bar, index) => {
        const isChosen = bar.key === value;
        const share = bar.value / most;
        return (
          <button
            key={bar.key}
            type="button"
            role="radio"
            aria-checked={isChosen}
            aria-label={bar.text}
            title={bar.text}
            tabIndex={isChosen || (!hasChosen && index === 0) ? 0 : -1}
            className={classNames('chart-bar', isChosen && 'chosen')}
            onClick={() => onChange(bar.key)}
            onKeyDown={moveByArrow}
          >
            <span className="num">{bar.value === most ? formatNumber(bar.value) : ''}</span>
            {/* An attribute, not a style: the page's policy allows no inline style. */}
            <svg aria-hidden="true">
              <rect y={`${((1 - share) * 100).toFixed(1)}%`} width="100%" height={`${(share * 100).toFixed(1)}%`} />
            </svg>
            <span>{bar.label}</span>
          </button>
        );
      })}
    </div>
  );
}
