import { formatAmount } from '#src/lib/text/format.ts';

/** `off` is taken off the price; `sum` is the result. */
export type ChargeLine = { label: string; cents: number; kind?: 'off' | 'sum' };

/** Amounts below each other, down to the sum. */
export function ChargeLines({ lines }: { lines: readonly ChargeLine[] }) {
  return (
    <dl className="charges num">
      {lines.map(({ label, cents, kind }) => (
        <div key={label} className={kind}>
          <dt>{label}</dt>
          <dd>{`${kind === 'off' ? '−' : ''}${formatAmount(cents)}`}</dd>
        </div>
      ))}
    </dl>
  );
}
