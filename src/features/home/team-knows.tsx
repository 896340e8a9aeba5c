import { Link } from '@tanstack/react-router';
import { AssistantAvatar } from '#src/ui/brand/assistant-avatar.tsx';
import { Card } from '#src/ui/card.tsx';
import { knownFacts } from './business-words.ts';
import type { HomeProfile } from './home-data.ts';

/** What the profile tells the team. */
export function TeamKnows({ profile }: { profile: HomeProfile }) {
  return (
    <Card as="section" className="stack" aria-labelledby="knows" data-assistant="brain_ai">
      <div className="row">
        <AssistantAvatar id="brain_ai" size={48} />
        <div>
          <h2 className="h4" id="knows">
            What the team knows so far
          </h2>
          <p className="small muted">
            From your profile. You can{' '}
            <Link className="link" to="/dashboard/settings">
              change it
            </Link>{' '}
            anytime.
          </p>
        </div>
      </div>
      <dl className="facts">
        {knownFacts(profile).map(({ label, values }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className={values ? undefined : 'muted'}>{values ? values.join('\n') : 'Not yet'}</dd>
          </div>
        ))}
      </dl>
      <p className="bubble">
        Tell me what you sell and who buys it, and I can be more exact. Until then I’ll ask before I guess.
      </p>
    </Card>
  );
}
