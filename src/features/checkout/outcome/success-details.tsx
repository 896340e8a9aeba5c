import { Link } from '@tanstack/react-router';
import { assistantById, canUseAssistant } from '#contract/chat/assistants.ts';
import type { BusinessGoal } from '#contract/account/profile-choices.ts';
import type { Tier } from '#contract/billing/tiers.ts';
import { firstJobs } from '#src/domain/assistants/first-jobs.ts';
import { AssistantAvatar } from '#src/ui/brand/assistant-avatar.tsx';
import { classNames } from '#src/ui/class-names.ts';
import type { Moment } from './purchase-words.ts';

/** What happens when, on a line. */
export function WhenLine({ moments }: { moments: readonly Moment[] }) {
  if (moments.length === 0) return null;
  return (
    <section className="stack when" aria-labelledby="when">
      <h2 className="h2" id="when">
        What happens when
      </h2>
      <ol className="when-line">
        {moments.map(({ day, what, text, look }) => (
          <li key={what + day} className={classNames(look)}>
            <span className="day num">{day}</span>
            <span className="what num">{what}</span>
            <p>{text}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Three jobs to begin with, for the person's goals. Each opens a conversation with the request in the box. */
export function FirstJobs({ goals, tier }: { goals: readonly BusinessGoal[]; tier: Tier }) {
  const jobs = firstJobs(goals).filter(({ assistantId }) => canUseAssistant(tier, assistantId));
  return (
    <section className="stack first-jobs" aria-labelledby="first-jobs">
      <h2 className="h2" id="first-jobs">
        {jobs.length === 3 ? 'Three good first jobs' : 'Good first jobs'}
      </h2>
      <div className="grid3">
        {jobs.map(({ assistantId, title, text, link, ask }) => (
          <Link
            key={assistantId}
            className="card first-job"
            data-assistant={assistantId}
            to="/dashboard/$slug"
            params={{ slug: assistantById(assistantId).slug }}
            search={{ ask }}
          >
            <AssistantAvatar id={assistantId} size={64} />
            <h3 className="h4">{title}</h3>
            <p className="muted">{text}</p>
            <span className="link">{link}</span>
          </Link>
        ))}
      </div>
    </section>
  );
}
