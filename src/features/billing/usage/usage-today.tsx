import { budgetAmountText } from '#contract/billing/budget-names.ts';
import { momentText } from '#contract/dates.ts';
import { trpc } from '#src/api/trpc.ts';
import { Card } from '#src/ui/card.tsx';
import { Loaded } from '#src/ui/feedback/loaded.tsx';

/** What is left of the daily limits on what the team does besides answering messages. */
export function UsageToday() {
  const today = trpc.usage.today.useQuery();
  const timeZone = trpc.profile.get.useQuery().data?.timeZone;
  return (
    <section className="stack" aria-labelledby="usage-today">
      <h2 className="h2" id="usage-today">
        Daily limits
      </h2>
      <Card className="stack">
        <Loaded query={today} rows={3}>
          {({ renewsAt, budgets }) => (
            <>
              <p className="muted">
                There are daily limits on what you and your team do. Anything over a limit has to wait until{' '}
                {momentText(renewsAt, timeZone)}, when the limits reset.
              </p>
              <details className="billing-table">
                <summary className="link">Show daily limits</summary>
                <div className="scroll-x" role="region" aria-label="Table of daily limits" tabIndex={0}>
                  <table className="table">
                    <thead>
                      <tr>
                        <th scope="col">Activity</th>
                        <th scope="col" className="r">
                          Used
                        </th>
                        <th scope="col" className="r">
                          Left
                        </th>
                      </tr>
                    </thead>
                    <tbody>
                      {budgets.map(({ budget, label, used, most }) => (
                        <tr key={budget}>
                          <td>{label}</td>
                          <td className="r">{budgetAmountText(budget, used)}</td>
                          <td className="r">{budgetAmountText(budget, Math.max(0, most - used))}</td>
                        </tr>
                      ))}
                    </tbody>
                  </table>
                </div>
              </details>
            </>
          )}
        </Loaded>
      </Card>
    </section>
  );
}
