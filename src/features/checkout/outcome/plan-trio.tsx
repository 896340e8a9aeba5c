import { LIMITS } from '#contract/billing/limits.ts';
import { PLANS, type Plan } from '#contract/billing/plans.ts';
import { TEAM, teamOfTier } from '#contract/chat/assistants.ts';
import { formatNumber, formatUsd } from '#src/lib/text/format.ts';
import { listInWords } from '#src/lib/text/list-in-words.ts';

/** Who comes with a plan: the whole list for the smallest, what it adds for a larger one. */
function teamWords({ id }: Plan, smaller: Plan | undefined): string {
  const team = teamOfTier(id);
  if (team.length === TEAM.length) return 'All ten teammates.';
  const known = smaller ? teamOfTier(smaller.id) : [];
  const names = listInWords(team.filter((teammate) => !known.includes(teammate)).map(({ name }) => name));
  return smaller ? `Adds ${names}.` : `${names}.`;
}

/** The three plans in one line each. */
export function PlanTrio() {
  return (
    <section className="stack" aria-labelledby="plans">
      <h2 className="h3" id="plans">
        The plans, if you want to compare
      </h2>
      <ul className="ledger trio num">
        {PLANS.map((plan, index) => (
          <li key={plan.id}>
            <a href="/#pricing">
              <span className="strong">{plan.name}</span>
              <b>
                <span>{formatUsd(plan.monthlyUsd)}</span>
                <small>per month</small>
              </b>
              <span className="small muted">{`${teamWords(plan, PLANS[index - 1])} ${formatNumber(LIMITS[plan.id].messages)} messages a month.`}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
