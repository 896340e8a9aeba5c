import { budgetAmountText } from '#contract/billing/budget-names.ts';
import { momentText } from '#contract/dates.ts';
import { trpc } from '#src/api/trpc.ts';
import { Loaded } from '#src/ui/feedback/loaded.tsx';

/** What is left of the daily limits on what the team does besides answering messages. */
export function UsageToday() {
  const today = trpc.usage.today.useQuery();
  const timeZone = trpc.profile.get.useQuery().data?.timeZone;
  return (
    <Loaded query={today} rows={3}>
      {({ renewsAt, budgets }) => (
        <>
          <p className="muted">{`Anything over a limit has to wait until ${momentText(renewsAt, timeZone)}, when the limits reset.`}</p>
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
        </>
      )}
    </Loaded>
  );
}
