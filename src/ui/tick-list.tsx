import { Check } from 'lucide-react';
import { classNames } from './class-names.ts';

/** A list with a tick before each line: what a plan includes. Every line must be unique. */
export function TickList({ lines, small = false }: { lines: readonly string[]; small?: boolean }) {
  return (
    <ul className={classNames('ticks', small && 'small')}>
      {lines.map((line) => (
        <li key={line}>
          <Check className="icon" aria-hidden="true" />
          <span>{line}</span>
        </li>
      ))}
    </ul>
  );
}
