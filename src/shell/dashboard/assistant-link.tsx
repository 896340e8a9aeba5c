import { Link } from '@tanstack/react-router';
import { Lock } from 'lucide-react';
import { canUseAssistant, type Assistant } from '#contract/chat/assistants.ts';
import { LOCKED_TEXTS } from '#contract/billing/plan-texts.ts';
import type { Tier } from '#contract/billing/tiers.ts';
import { AssistantAvatar } from '#src/ui/brand/assistant-avatar.tsx';
import { NewMark } from './new-mark.tsx';
import { RailTip } from './rail-tip.tsx';

type AssistantLinkProps = { assistant: Assistant; tier: Tier; hasNewAnswer: boolean };

/** A teammate in the sidebar. Locked ones stay links: their page says which plan opens them. */
export function AssistantLink({ assistant, tier, hasNewAnswer }: AssistantLinkProps) {
  const isLocked = !canUseAssistant(tier, assistant.id);
  const note = isLocked ? LOCKED_TEXTS.sidebar : assistant.role;
  return (
    <li>
      <RailTip text={`${assistant.name}: ${note}`}>
        <Link
          className="side"
          data-assistant={assistant.id}
          to="/dashboard/$slug"
          params={{ slug: assistant.slug }}
          activeOptions={{ includeSearch: false }}
        >
          <AssistantAvatar id={assistant.id} size={32} locked={isLocked} />
          <span>
            <span translate="no">{assistant.name}</span>
            <small>{note}</small>
          </span>
          {hasNewAnswer && <NewMark />}
          {isLocked && <Lock className="icon lock" aria-hidden="true" />}
        </Link>
      </RailTip>
    </li>
  );
}
