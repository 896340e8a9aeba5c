import { Link } from '@tanstack/react-router';
import { ArrowRight, Lock } from 'lucide-react';
import { assistantById, canUseAssistant, type AssistantId } from '#contract/chat/assistants.ts';
import { PLAN_NAMES } from '#contract/billing/plans.ts';
import type { Tier } from '#contract/billing/tiers.ts';
import { useAccess } from '#src/domain/subscription/access.ts';
import { AssistantAvatar } from '#src/ui/assistant-avatar.tsx';

const ACTIONS: readonly { assistantId: AssistantId; title: string }[] = [
  { assistantId: 'brain_ai', title: 'Plan my week' },
  { assistantId: 'seomi', title: 'Find searches to win' },
  { assistantId: 'soshie', title: 'Draft five posts' },
  { assistantId: 'opsie', title: 'Map a routine' },
];

/** Four short ways to a teammate. A locked one says which plan opens it. */
export function QuickActions({ tier }: { tier: Tier }) {
  const { openUpgrade } = useAccess();
  return (
    <section className="stack" aria-labelledby="quick">
      <h2 className="h3" id="quick">
        Quick actions
      </h2>
      <div className="grid2">
        {ACTIONS.map(({ assistantId, title }) => {
          const assistant = assistantById(assistantId);
          const isLocked = !canUseAssistant(tier, assistantId);
          const note = isLocked ? `${assistant.name} is in ${PLAN_NAMES[assistant.tier]}` : `With ${assistant.name}`;
          const Icon = isLocked ? Lock : ArrowRight;
          const content = (
            <>
              <AssistantAvatar id={assistantId} size={48} locked={isLocked} />
              <span className="grow">
                <b className="strong">{title}</b>
                <span className="small muted">{note}</span>
              </span>
              <Icon className="icon sm" aria-hidden="true" />
            </>
          );
          return isLocked ? (
            <button
              key={assistantId}
              type="button"
              className="card quick"
              data-assistant={assistantId}
              onClick={() => openUpgrade('assistant_locked', assistant.name)}
            >
              {content}
            </button>
          ) : (
            <Link
              key={assistantId}
              className="card quick"
              data-assistant={assistantId}
              to="/dashboard/$slug"
              params={{ slug: assistant.slug }}
            >
              {content}
            </Link>
          );
        })}
      </div>
    </section>
  );
}
