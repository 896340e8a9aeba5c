import { Link } from '@tanstack/react-router';
import { CreditCard, FileText, House } from 'lucide-react';
import { Fragment } from 'react';
import { TEAM, type AssistantId } from '#contract/chat/assistants.ts';
import type { Tier } from '#contract/billing/tiers.ts';
import { trpc } from '#src/api/trpc.ts';
import { AssistantLink } from './assistant-link.tsx';
import { BrainLink } from './brain-link.tsx';
import { MoreAssistants } from './more-assistants.tsx';
import { RailTip } from './rail-tip.tsx';

/** How often to look for new answers while one is being written, and otherwise. Background pages don't look. */
const BUSY_POLL_MS = 3_000;
const QUIET_POLL_MS = 30_000;

/** The navigation of the signed-in area, in the sidebar and in the sheet. */
export function SidebarNav({ tier }: { tier: Tier }) {
  const { data } = trpc.chat.unread.useQuery(undefined, {
    refetchInterval: ({ state }) => (state.data?.isAnswering ? BUSY_POLL_MS : QUIET_POLL_MS),
  });
  const hasNew = (id: AssistantId) => data?.unread.includes(id) ?? false;
  return (
    <nav aria-label="Dashboard">
      <ul>
        <li>
          <RailTip text="Home">
            <Link className="side" to="/dashboard" activeOptions={{ exact: true }}>
              <House className="icon" aria-hidden="true" />
              <span>Home</span>
            </Link>
          </RailTip>
        </li>
      </ul>
      <h2>Your team</h2>
      <ul>
        {TEAM.map((assistant) => (
          <Fragment key={assistant.id}>
            <AssistantLink assistant={assistant} tier={tier} hasNewAnswer={hasNew(assistant.id)} />
            {assistant.id === 'brain_ai' && <BrainLink />}
          </Fragment>
        ))}
      </ul>
      <MoreAssistants tier={tier} hasNewAnswer={hasNew} />
      <h2>Power-ups</h2>
      <ul>
        <li>
          <RailTip text="Templates">
            <Link className="side" to="/dashboard/power-ups/templates" activeOptions={{ includeSearch: false }}>
              <FileText className="icon" aria-hidden="true" />
              <span>Templates</span>
            </Link>
          </RailTip>
        </li>
      </ul>
      <h2>Account</h2>
      <ul>
        <li>
          <RailTip text="Billing">
            <Link className="side" to="/dashboard/billing" activeOptions={{ includeSearch: false }}>
              <CreditCard className="icon" aria-hidden="true" />
              <span>Billing</span>
            </Link>
          </RailTip>
        </li>
      </ul>
    </nav>
  );
}
