import { Link } from '@tanstack/react-router';
import { Lock } from 'lucide-react';
import { assistantById, canUseAssistant, type AssistantId } from '#contract/chat/assistants.ts';
import { PLAN_NAMES } from '#contract/billing/plans.ts';
import type { Tier } from '#contract/billing/tiers.ts';
import { useAccess } from '#src/domain/subscription/access.ts';
import { AssistantAvatar } from '#src/ui/brand/assistant-avatar.tsx';

type Action = { assistantId: AssistantId; title: string; note: string; ask: string };

const ACTIONS: readonly Action[] = [
  {
    assistantId: 'brain_ai',
    title: 'Hand off a job',
    note: 'Brain AI picks the right person',
    ask: 'I have a job to hand off. Who on the team should do it, and what do I tell them? The job: ',
  },
  {
    assistantId: 'seomi',
    title: 'Pick three searches',
    note: 'Seomi suggests, you choose',
    ask: 'Which three searches should we aim for?',
  },
  {
    assistantId: 'soshie',
    title: 'Draft a week of posts',
    note: 'Soshie writes, you pick',
    ask: 'Draft a week of posts, one a day.',
  },
  {
    assistantId: 'opsie',
    title: 'Map out a chore',
    note: 'Opsie writes the routine',
    ask: 'Turn this chore into a routine, step by step: ',
  },
];

/** Four shortcuts: each opens a new conversation with the request in the box. A locked one says which plan opens it. */
export function QuickActions({ tier }: { tier: Tier }) {
  const { openUpgrade } = useAccess();
  return (
    <section className="stack quick" aria-labelledby="quick">
      <h2 className="h3" id="quick">
        Quick actions
      </h2>
      <div className="tiles">
        {ACTIONS.map(({ assistantId, title, note, ask }) => {
          const assistant = assistantById(assistantId);
          return canUseAssistant(tier, assistantId) ? (
            <Link
              key={assistantId}
              className="qtile"
              data-assistant={assistantId}
              to="/dashboard/$slug"
              params={{ slug: assistant.slug }}
              search={{ ask }}
            >
              <AssistantAvatar id={assistantId} size={48} />
              <span>
                <b>{title}</b>
                <span className="small">{note}</span>
              </span>
            </Link>
          ) : (
            <button
              key={assistantId}
              type="button"
              className="qtile locked"
              onClick={() => openUpgrade('assistant_locked', { assistantId })}
            >
              <AssistantAvatar id={assistantId} size={48} locked />
              <span>
                <b>{title}</b>
                <span className="small">
                  <Lock className="icon sm" aria-hidden="true" />
                  <span>{`${assistant.name} is in ${PLAN_NAMES[assistant.tier]}`}</span>
                </span>
              </span>
            </button>
          );
        })}
      </div>
    </section>
  );
}
