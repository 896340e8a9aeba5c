import { Link } from '@tanstack/react-router';
import { Workflow } from 'lucide-react';
import { trpc } from '#src/api/trpc.ts';
import { Badge } from '#src/ui/badge.tsx';
import { RailTip } from './rail-tip.tsx';

/** How often to look for questions that wait. Background pages don't look. */
const POLL_MS = 60_000;

/** The list of automations, with the number of their questions that wait for the owner. */
export function AutomationsLink() {
  const { data: waiting = 0 } = trpc.powerUps.automations.waitingApprovals.useQuery(undefined, {
    refetchInterval: POLL_MS,
  });
  return (
    <li>
      <RailTip text={waiting === 0 ? 'Automations' : `Automations: ${waiting} to approve`}>
        <Link
          className="side"
          to="/dashboard/power-ups/automations/$"
          // Without it, the link would keep the page below the list that is open.
          params={{ _splat: '' }}
          activeOptions={{ includeSearch: false }}
        >
          <Workflow className="icon" aria-hidden="true" />
          <span>Automations</span>
          {waiting > 0 && (
            <Badge tone="accent">
              <span>{waiting}</span>
              <span className="sr"> to approve</span>
            </Badge>
          )}
        </Link>
      </RailTip>
    </li>
  );
}
