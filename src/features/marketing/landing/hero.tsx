import { Check } from 'lucide-react';
import { TRIAL_DAYS } from '#contract/billing/plans.ts';
import { buttonClass } from '#src/ui/button-class.ts';
import { DemoChat } from './demo-chat.tsx';
import { Leporello } from './leporello.tsx';
import { TrialForm } from './trial-form.tsx';
import { TrialLink } from '#src/domain/trial/trial-link.tsx';
import { isNew, useVisitor } from '#src/domain/site/visitor.ts';

const CANCEL = 'Cancel anytime';
const WITH_TRIAL = [`${TRIAL_DAYS}-day free trial`, 'No credit card required', CANCEL];
const WITHOUT_TRIAL = ['Change plans anytime', CANCEL];

export function Hero() {
  const visitor = useVisitor();
  const assurances = isNew(visitor) ? WITH_TRIAL : WITHOUT_TRIAL;
  return (
    <section className="hero" aria-labelledby="hero-title">
      <div className="wrap hero-grid">
        <div className="hero-copy">
          <h1 className="display" id="hero-title">
            Ten teammates, <em>ten times</em> the reach.
          </h1>
          <p className="lede">
            Tell Brain AI about your business, and it plans the week with you. Nine specialists help with the work:
            search, email, social, support, sales, pages, video, operations and numbers.
          </p>
          {visitor !== 'guest' ? (
            <p className="hero-start">
              <TrialLink className={buttonClass({ size: 'lg' })} />
            </p>
          ) : (
            <TrialForm className="hero-start" />
          )}
          <ul className="assure">
            {assurances.map((text) => (
              <li key={text}>
                <Check className="icon sm" aria-hidden="true" />
                <span>{text}</span>
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
