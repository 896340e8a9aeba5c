import { Link } from '@tanstack/react-router';
import { TEAM } from '#contract/assistants.ts';
import { AssistantAvatar } from '#src/ui/assistant-avatar.tsx';
import { buttonClass } from '#src/ui/button-class.ts';

export function ClosingBand() {
  return (
    <section className="band" aria-labelledby="end-title">
      <div className="wrap inner">
        <div className="copy">
          <h2 className="h1" id="end-title">
            They can start today.
          </h2>
          <p className="lede">Seven days free, with the whole team. No credit card required.</p>
          <Link className={buttonClass({ variant: 'paper', size: 'lg' })} to="/auth" search={{ tab: 'signup' }}>
            Start free trial
          </Link>
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
