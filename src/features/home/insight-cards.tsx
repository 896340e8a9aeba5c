import { Link } from '@tanstack/react-router';
import { Lock } from 'lucide-react';
import { assistantById, canUseAssistant } from '#contract/chat/assistants.ts';
import { PLAN_NAMES } from '#contract/billing/plans.ts';
import type { Tier } from '#contract/billing/tiers.ts';
import { AssistantAvatar } from '#src/ui/brand/assistant-avatar.tsx';
import { Badge } from '#src/ui/badge.tsx';
import type { Insight } from './insights.ts';

/** Three ways to start today. */
export function InsightCards({ insights, tier }: { insights: readonly Insight[]; tier: Tier }) {
  return (
    <section className="stack" aria-labelledby="insights">
      <h2 className="h3" id="insights">
        Today from your team
      </h2>
      <div className="grid3">
        {insights.map((insight) => (
          <InsightCard
            key={insight.assistantId}
            insight={insight}
            isLocked={!canUseAssistant(tier, insight.assistantId)}
          />
        ))}
      </div>
    </section>
  );
}

function InsightCard({ insight, isLocked }: { insight: Insight; isLocked: boolean }) {
  const { id, name, slug, tier } = assistantById(insight.assistantId);
  return (
    <Link
      className="card insight"
      data-assistant={id}
      to="/dashboard/$slug"
      params={{ slug }}
      search={isLocked ? {} : { ask: insight.ask }}
    >
      <p className="row">
        <AssistantAvatar id={id} size={36} locked={isLocked} />
        <span className="strong grow">{name}</span>
        <Badge tone="assistant">{insight.topic}</Badge>
      </p>
      <div className="stack">
        <h3 className="h4">{insight.title}</h3>
        <p className="muted">{insight.text}</p>
      </div>
      <div className="stack insight-foot">
        <p className="xs muted">{insight.source}</p>
        <span className="link">
          {isLocked && <Lock className="icon sm" aria-hidden="true" />}
          {isLocked ? `${name} is in ${PLAN_NAMES[tier]}` : insight.link}
        </span>
      </div>
    </Link>
  );
}
