import { useState } from 'react';
import { formatNumber } from '#src/lib/format.ts';
import { monthName } from '#src/lib/month-name.ts';
import { trpc } from '#src/lib/trpc.ts';
import { BarChart } from '#src/ui/bar-chart.tsx';
import { Card } from '#src/ui/card.tsx';
import { Loaded } from '#src/ui/loaded.tsx';
import { Receipts } from './receipts.tsx';
import { monthBars } from './usage-months.ts';

/** The messages of the last twelve months, and the statement of the month that is chosen. */
export function UsageHistory() {
  const history = trpc.usage.history.useQuery();
  const [chosen, setChosen] = useState<string | null>(null);
  return (
    <section className="stack" aria-labelledby="usage-history">
      <h2 className="h2" id="usage-history">
        Usage history
      </h2>
      <Card className="stack">
        <Loaded query={history} rows={3}>
          {({ months }) => {
            const month = chosen ?? months.at(-1)?.month;
            if (month === undefined) return null;
            return (
              <>
                <p className="muted">Messages in each of the last twelve months. Choose one to see what was counted.</p>
                <BarChart label="Month" bars={monthBars(months)} value={month} onChange={setChosen} />
                <details className="billing-table">
                  <summary className="link">Show as a table</summary>
                  <table className="table">
                    <thead>
                      <tr>
                        <th scope="col">Month (UTC)</th>
                        <th scope="col" className="r">
                          Messages
                        </th>
                      </tr>
                    </thead>
                    <tbody>
                      {months.toReversed().map((one) => (
                        <tr key={one.month}>
                          <td>{monthName(one.month)}</td>
                          <td className="r">{formatNumber(one.messages)}</td>
                        </tr>
                      ))}
                    </tbody>
                  </table>
                </details>
                <Receipts key={month} month={month} />
              </>
            );
          }}
        </Loaded>
      </Card>
    </section>
  );
}
