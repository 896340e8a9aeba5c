import { TEAM } from '#contract/chat/assistants.ts';
import { TRIAL_DAYS } from '#contract/billing/plans.ts';
import { AssistantAvatar } from '#src/ui/brand/assistant-avatar.tsx';
import { buttonClass } from '#src/ui/button-class.ts';
import { TrialLink } from '#src/domain/trial/trial-link.tsx';
import { isNew, useVisitor } from '#src/domain/site/visitor.ts';

export function ClosingBand() {
  const visitor = useVisitor();
  return (
    <section className="band" aria-labelledby="end-title">
      <div className="wrap inner">
        <div className="copy">
          <h2 className="h1" id="end-title">
            They can start today.
          </h2>
          <p className="lede">
            {isNew(visitor)
              ? `${TRIAL_DAYS} days free, with the whole team. No credit card required.`
              : 'All ten of them are ready. Cancel anytime.'}
          </p>
          <TrialLink className={buttonClass({ variant: 'paper', size: 'lg' })} />
        </div>
        <div className="crowd" aria-hidden="true">
          {TEAM.map((teammate) => (
            <AssistantAvatar key={teammate.id} id={teammate.id} size={160} />
          ))}
        </div>
      </div>
    </section>
  );
}
