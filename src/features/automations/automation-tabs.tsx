import { Link } from '@tanstack/react-router';
import { trpc } from '#src/api/trpc.ts';
import { automationLinks } from '#src/domain/automations/automation-links.ts';
import { formatNumber } from '#src/lib/text/format.ts';

/** How often to look for new approvals. Background pages don't look. */
const POLL_MS = 30_000;
const EXACT = { exact: true, includeSearch: false };

/** The pages of automations. `waiting`: how many approvals wait, where the page knows better than the list. */
export function AutomationTabs({ waiting }: { waiting?: number }) {
  const { data } = trpc.powerUps.automations.overview.useQuery(undefined, { refetchInterval: POLL_MS });
  const count = waiting ?? data?.waitingApprovals ?? 0;
  return (
    <nav className="tabs" aria-label="Automation pages">
      <Link {...automationLinks.list} activeOptions={EXACT}>
        Automations
      </Link>
      <Link {...automationLinks.runs} activeOptions={EXACT}>
        Runs
      </Link>
      <Link {...automationLinks.approvals} activeOptions={EXACT}>
        Approvals
        {count > 0 && (
          <span className="count">
            <span>{formatNumber(count)}</span>
            <span className="sr"> waiting</span>
          </span>
        )}
      </Link>
    </nav>
  );
}
