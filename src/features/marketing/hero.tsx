import { Check } from 'lucide-react';
import { TRIAL_DAYS } from '#contract/billing/plans.ts';
import { GUARANTEE_CLAIM } from '#src/domain/site/public-claims.ts';
import { buttonClass } from '#src/ui/button-class.ts';
import { DemoChat } from './demo-chat.tsx';
import { Leporello } from './leporello.tsx';
import { TrialForm } from './trial-form.tsx';
import { TrialLink } from '#src/domain/trial/trial-link.tsx';
import { useVisitor } from '#src/domain/site/visitor.ts';

const CANCEL = 'Cancel anytime';
const WITH_TRIAL = [`${TRIAL_DAYS}-day free trial`, 'No credit card required', CANCEL];
const WITHOUT_TRIAL = [GUARANTEE_CLAIM, CANCEL];

export function Hero() {
  const visitor = useVisitor();
  const assurances = visitor === 'member' ? WITHOUT_TRIAL : WITH_TRIAL;
  return (
    <section className="hero" aria-labelledby="hero-title">
      <div className="wrap hero-grid">
        <div className="hero-copy">
          <h1 className="display" id="hero-title">
            Ten teammates, <em>ten times</em> the reach.
          </h1>
          <p className="lede">
            Brain AI knows your business and tells you who to ask. Nine specialists help with the work: search, email,
            social, support, sales, pages, video, operations and numbers.
          </p>
          {visitor !== 'guest' ? (
            <p>
              <TrialLink className={buttonClass({ size: 'lg' })} />
            </p>
          ) : (
            <TrialForm />
          )}
          <ul className="assure">
            {assurances.map((text) => (
              <li key={text}>
                <Check className="icon sm" aria-hidden="true" />
                {text}
              </li>
            ))}
          </ul>
        </div>
        <DemoChat />
      </div>
      <Leporello />
    </section>
  );
}
