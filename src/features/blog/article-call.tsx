import { Link } from '@tanstack/react-router';
import { assistantById } from '#contract/chat/assistants.ts';
import type { ArticleAuthor } from '#contract/site/blog.ts';
import { TRIAL_DAYS } from '#contract/billing/plans.ts';
import { TrialLink } from '#src/domain/trial/trial-link.tsx';
import { useVisitor, type Visitor } from '#src/domain/site/visitor.ts';
import { AssistantAvatar } from '#src/ui/brand/assistant-avatar.tsx';
import { buttonClass } from '#src/ui/button-class.ts';

const TERMS: Record<Visitor, string> = {
  guest: `Free for ${TRIAL_DAYS} days, no card.`,
  trial: 'Your trial includes the whole team.',
  member: '',
  returning: '',
};

/** The box at the end, in the author's colors. Its paper stays light, like the teammates' tiles. */
export function ArticleCall({ title, author: { id, name } }: { title: string; author: ArticleAuthor }) {
  const visitor = useVisitor();
  return (
    <section className="call" data-theme="light" data-assistant={id} aria-labelledby="call-title">
      <AssistantAvatar id={id} size={80} />
      <div>
        <h2 className="h3" id="call-title">
          {title}
        </h2>
        <p>{`Say what you need in your own words. ${name} drafts. You decide what to keep. ${TERMS[visitor]}`}</p>
        <p className="call-buttons">
          {visitor === 'guest' ? (
            <TrialLink className={buttonClass()} />
          ) : (
            <Link
              className={buttonClass()}
              to="/dashboard/$slug"
              params={{ slug: assistantById(id).slug }}
            >{`Ask ${name}`}</Link>
          )}
          <a className={buttonClass({ variant: 'ghost' })} href="/#pricing">
            See pricing
          </a>
        </p>
      </div>
    </section>
  );
}
