import { Check } from 'lucide-react';
import { classNames } from './class-names.ts';

/** Lines with a tick before each: what a plan holds. Every line is different from the others. */
export function TickList({ lines, small = false }: { lines: readonly string[]; small?: boolean }) {
  return (
    <ul className={classNames('ticks', small && 'small')}>
      {lines.map((line) => (
        <li key={line}>
          <Check className="icon" aria-hidden="true" />
          {line}
        </li>
      ))}
    </ul>
  );
}
