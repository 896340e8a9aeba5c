import { Link } from '@tanstack/react-router';
import { CreditCard, FileText, House, type LucideIcon } from 'lucide-react';
import { Fragment } from 'react';
import { TEAM, type AssistantId } from '#contract/chat/assistants.ts';
import type { Tier } from '#contract/billing/tiers.ts';
import { trpc } from '#src/api/trpc.ts';
import { AssistantLink } from './assistant-link.tsx';
import { AutomationsLink } from './automations-link.tsx';
import { BrainLink } from './brain-link.tsx';
import { MoreAssistants } from './more-assistants.tsx';
import { RailTip } from './rail-tip.tsx';

/** How often to look for new answers while one is being written, and otherwise. Background pages don't look. */
const BUSY_POLL_MS = 3_000;
const QUIET_POLL_MS = 30_000;

type PageLinkProps = {
  text: string;
  to: '/dashboard' | '/dashboard/power-ups/templates' | '/dashboard/billing';
  icon: LucideIcon;
  /** Whether pages below it are pages of their own. */
  isExact?: boolean;
};

function PageLink({ text, to, icon: Icon, isExact = false }: PageLinkProps) {
  return (
    <li>
      <RailTip text={text}>
        <Link className="side" to={to} activeOptions={{ exact: isExact, includeSearch: false }}>
          <Icon className="icon" aria-hidden="true" />
          <span>{text}</span>
        </Link>
      </RailTip>
    </li>
  );
}

/** The navigation of the signed-in area, in the sidebar and in the sheet. */
export function SidebarNav({ tier }: { tier: Tier }) {
  const { data } = trpc.chat.unread.useQuery(undefined, {
    refetchInterval: ({ state }) => (state.data?.isAnswering ? BUSY_POLL_MS : QUIET_POLL_MS),
  });
  const hasNew = (id: AssistantId) => data?.unread.includes(id) ?? false;
  return (
    <nav aria-label="Dashboard">
      <ul>
        <PageLink text="Home" to="/dashboard" icon={House} isExact />
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
        <PageLink text="Templates" to="/dashboard/power-ups/templates" icon={FileText} />
        <AutomationsLink />
      </ul>
      <h2>Account</h2>
      <ul>
        <PageLink text="Billing" to="/dashboard/billing" icon={CreditCard} />
      </ul>
    </nav>
  );
}
