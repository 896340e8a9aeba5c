import { Link } from '@tanstack/react-router';
import { NotebookText } from 'lucide-react';
import { trpc } from '#src/api/trpc.ts';
import { Badge } from '#src/ui/badge.tsx';
import { RailTip } from './rail-tip.tsx';

/** How often to look for new conflicts. Background pages don't look. */
const POLL_MS = 60_000;

/** What the team knows, under Brain AI, with the number of conflicts that wait for the owner. */
export function BrainLink() {
  const { data: open = 0 } = trpc.brain.openConflicts.useQuery(undefined, { refetchInterval: POLL_MS });
  return (
    <li>
      <RailTip text={open === 0 ? 'Brain' : `Brain: ${open} to settle`}>
        <Link
          className="side sub"
          data-assistant="brain_ai"
          to="/dashboard/brain"
          activeOptions={{ includeSearch: false }}
        >
          <NotebookText className="icon" aria-hidden="true" />
          <span>Brain</span>
          {open > 0 && (
            <Badge tone="warning">
              <span>{open}</span>
              <span className="sr"> to settle</span>
            </Badge>
          )}
        </Link>
      </RailTip>
    </li>
  );
}
