import { Check } from 'lucide-react';
import { DemoChat } from './demo-chat.tsx';
import { Leporello } from './leporello.tsx';
import { TrialForm } from './trial-form.tsx';

const ASSURANCES = ['7-day free trial', 'No credit card required', 'Cancel anytime'] as const;

export function Hero() {
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
          <TrialForm />
          <ul className="assure">
            {ASSURANCES.map((text) => (
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
