import { kindName } from '#contract/billing/usage-names.ts';
import { formatNumber } from '#src/lib/text/format.ts';
import { monthText } from '#contract/dates.ts';
import { MONTHLY_SHOWN, type MonthlyKind } from './usage-months.ts';

/** The usage history in numbers, newest month first. */
export function UsageTable({ months }: { months: readonly (Record<MonthlyKind, number> & { month: string })[] }) {
  return (
    <details className="billing-table">
      <summary className="link">Show as a table</summary>
      <div className="scroll-x" role="region" aria-label="Usage by month" tabIndex={0}>
        <table className="table">
          <thead>
            <tr>
              <th scope="col">Month (UTC)</th>
              {MONTHLY_SHOWN.map((kind) => (
                <th key={kind} scope="col" className="r">
                  {kindName(kind)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {months.toReversed().map((one) => (
              <tr key={one.month}>
                <td>{monthText(one.month)}</td>
                {MONTHLY_SHOWN.map((kind) => (
                  <td key={kind} className="r">
                    {formatNumber(one[kind])}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
