import { Check } from 'lucide-react';
import type { Promotion } from '#contract/billing/discounts.ts';
import { PLANS, type Plan } from '#contract/billing/plans.ts';
import type { PaidTier } from '#contract/billing/tiers.ts';
import { firstPrice } from '#src/domain/checkout/first-price.ts';
import { formatUsd } from '#src/lib/text/format.ts';
import { comparisonRows } from './comparison-rows.ts';

/** The three plans side by side, at their monthly price. */
export function ComparePlans({ plan: chosen, promotion }: { plan: PaidTier; promotion: Promotion | null }) {
  const price = ({ id, monthlyUsd }: Plan) => {
    const first = firstPrice(id, 'monthly', promotion);
    return first ? `${first.perMonth} ${first.note}` : `${formatUsd(monthlyUsd)} a month`;
  };
  const look = (plan: PaidTier) => (plan === chosen ? 'sel' : undefined);
  return (
    <section className="stack" aria-labelledby="compare">
      <h2 className="h3" id="compare">
        Compare plans
      </h2>
      <div className="scroll-x" role="region" aria-label="Plans side by side" tabIndex={0}>
        <table className="table cmp">
          <thead>
            <tr>
              <th scope="col">
                <span className="sr">Feature</span>
              </th>
              {PLANS.map((plan) => (
                <th key={plan.id} scope="col" className={look(plan.id)}>
                  <span>{plan.name}</span>
                  <br />
                  <span className="muted num">{price(plan)}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {comparisonRows().map(({ label, cells }) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                {PLANS.map((plan) => (
                  <td key={plan.id} className={look(plan.id)}>
                    <Cell value={cells[plan.id]} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function Cell({ value }: { value: string | boolean }) {
  if (typeof value === 'string') return <span className="num">{value}</span>;
  return (
    <>
      <span className="sr">{value ? 'Yes' : 'No'}</span>
      {value ? (
        <Check className="icon yes" aria-hidden="true" />
      ) : (
        <span className="muted" aria-hidden="true">
          –
        </span>
      )}
    </>
  );
}
