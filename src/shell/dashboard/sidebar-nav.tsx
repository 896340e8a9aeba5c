import { Link } from '@tanstack/react-router';
import { CreditCard, House } from 'lucide-react';
import { GENERAL_ASSISTANTS, TEAM } from '#contract/chat/assistants.ts';
import type { Tier } from '#contract/billing/tiers.ts';
import { AssistantLink } from './assistant-link.tsx';
import { RailTip } from './rail-tip.tsx';

/** The ways through the signed-in area, in the sidebar and in the sheet. */
export function SidebarNav({ tier }: { tier: Tier }) {
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
          <AssistantLink key={assistant.id} assistant={assistant} tier={tier} />
        ))}
      </ul>
      <h2>Also on hand</h2>
      <ul>
        {GENERAL_ASSISTANTS.map((assistant) => (
          <AssistantLink key={assistant.id} assistant={assistant} tier={tier} />
        ))}
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
