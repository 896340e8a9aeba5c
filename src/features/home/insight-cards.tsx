import { Link } from '@tanstack/react-router';
import { Lock } from 'lucide-react';
import { assistantById, canUseAssistant } from '#contract/chat/assistants.ts';
import { PLAN_NAMES } from '#contract/billing/plans.ts';
import type { Tier } from '#contract/billing/tiers.ts';
import { AssistantAvatar } from '#src/ui/assistant-avatar.tsx';
import { Badge } from '#src/ui/badge.tsx';
import { INSIGHTS } from './insights.ts';

/** Three ways to begin today. */
export function InsightCards({ tier }: { tier: Tier }) {
  return (
    <section className="stack" aria-labelledby="insights">
      <h2 className="h3" id="insights">
        Today with your team
      </h2>
      <div className="grid3">
        {INSIGHTS.map((insight) => {
          const assistant = assistantById(insight.assistantId);
          const isLocked = !canUseAssistant(tier, assistant.id);
          return (
            <Link
              key={assistant.id}
              className="card insight"
              data-assistant={assistant.id}
              to="/dashboard/$slug"
              params={{ slug: assistant.slug }}
            >
              <p className="row">
                <AssistantAvatar id={assistant.id} size={36} locked={isLocked} />
                <span className="strong grow">{assistant.name}</span>
                <Badge tone="assistant">{insight.topic}</Badge>
              </p>
              <div className="stack">
                <h3 className="h4">{insight.title}</h3>
                <p className="muted">{insight.text}</p>
              </div>
              <span className="link">
                {isLocked && <Lock className="icon sm" aria-hidden="true" />}
                {isLocked ? `${assistant.name} is in ${PLAN_NAMES[assistant.tier]}` : insight.link}
              </span>
            </Link>
          );
        })}
      </div>
    </section>
  );
}
