import { Link } from '@tanstack/react-router';
import { Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import { assistantById, canUseAssistant } from '#contract/chat/assistants.ts';
import { PLAN_NAMES } from '#contract/billing/plans.ts';
import type { Tier } from '#contract/billing/tiers.ts';
import { AssistantAvatar } from '#src/ui/brand/assistant-avatar.tsx';
import { Badge } from '#src/ui/badge.tsx';
import { Card } from '#src/ui/card.tsx';
import type { Insight } from './home-data.ts';

/** What three teammates have to say today. */
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
    <Card as="article" className="insight" data-assistant={id} aria-labelledby={`insight-${id}`}>
      <p className="row">
        <Link className="row grow insight-who" to="/dashboard/$slug" params={{ slug }}>
          <AssistantAvatar id={id} size={36} locked={isLocked} />
          <span className="strong" translate="no">
            {name}
          </span>
        </Link>
        <Badge tone="assistant">{insight.topic}</Badge>
      </p>
      <div className="stack">
        <h3 className="h4" id={`insight-${id}`}>
          {insight.title}
        </h3>
        <p className="muted">{insight.text}</p>
      </div>
      <div className="stack insight-foot">
        <p className="xs muted">{insight.source}</p>
        {isLocked ? (
          <Link className="link insight-go" to="/dashboard/$slug" params={{ slug }}>
            <Lock className="icon sm" aria-hidden="true" />
            <span>{`${name} is in ${PLAN_NAMES[tier]}`}</span>
          </Link>
        ) : (
          <TargetLink to={insight.to}>{insight.link}</TargetLink>
        )}
      </div>
    </Card>
  );
}

/** The link to what a card is about. */
function TargetLink({ to, children }: { to: Insight['to']; children: ReactNode }) {
  const className = 'link insight-go';
  switch (to.page) {
    case 'chat': {
      const { conversationId: c, ask } = to;
      return (
        <Link
          className={className}
          to="/dashboard/$slug"
          params={{ slug: assistantById(to.assistantId).slug }}
          search={c !== null ? { c } : ask !== null ? { ask } : {}}
        >
          {children}
        </Link>
      );
    }
    case 'brain':
      return (
        <Link className={className} to="/dashboard/brain">
          {children}
        </Link>
      );
    case 'usage':
      return (
        <Link className={className} to="/dashboard/billing" hash="usage">
          {children}
        </Link>
      );
  }
}
