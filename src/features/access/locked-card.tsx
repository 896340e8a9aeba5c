import { Lock } from 'lucide-react';
import type { Assistant } from '#contract/chat/assistants.ts';
import { INTRODUCTIONS } from '#contract/chat/introductions.ts';
import { PLAN_NAMES } from '#contract/billing/plans.ts';
import { LOCKED_TEXTS } from '#contract/billing/plan-texts.ts';
import { useAccess } from '#src/domain/subscription/access.ts';
import { AssistantAvatar } from '#src/ui/brand/assistant-avatar.tsx';
import { Badge } from '#src/ui/badge.tsx';
import { Button } from '#src/ui/button.tsx';
import './access.css';

type LockedCardProps = {
  assistant: Assistant;
  /** Whether the person is in a trial or can still have one (TRIAL-6). */
  canHaveTrial: boolean;
};

/** The page of a teammate that the plan doesn't open. */
export function LockedCard({ assistant, canHaveTrial }: LockedCardProps) {
  const { openUpgrade } = useAccess();
  return (
    <div className="main locked-page" data-assistant={assistant.id}>
      <section className="card locked-card" aria-labelledby="locked">
        <div className="tile">
          <AssistantAvatar id={assistant.id} size={160} />
          <span className="key">
            <Lock className="icon" aria-hidden="true" />
          </span>
        </div>
        <div className="stack">
          <h1 className="h2" id="locked">
            {LOCKED_TEXTS.title(assistant.name)}
          </h1>
          <p>
            <Badge tone="assistant">{LOCKED_TEXTS.available(PLAN_NAMES[assistant.tier])}</Badge>
          </p>
          <p className="muted">{INTRODUCTIONS[assistant.id].description}</p>
          <Button size="lg" onClick={() => openUpgrade('assistant_locked', { assistantId: assistant.id })}>
            {LOCKED_TEXTS.button(assistant.name)}
          </Button>
          <p className="small muted">{canHaveTrial ? LOCKED_TEXTS.trialNote : LOCKED_TEXTS.note}</p>
        </div>
      </section>
    </div>
  );
}
