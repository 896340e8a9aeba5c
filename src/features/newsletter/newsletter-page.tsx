import { InboxNote } from './inbox-note.tsx';
import { NewsletterBox } from './newsletter-box.tsx';
import type { NewsletterState } from './newsletter-states.ts';
import { NEWSLETTER_WORDS } from './newsletter-words.ts';

/** `/newsletter`: the outcome of a form or a link, or just the form. */
export function NewsletterPage({ state }: { state?: NewsletterState }) {
  if (state === undefined)
    return (
      <div className="wrap newsletter-page">
        <NewsletterBox as="h1" />
      </div>
    );
  const { title, text, isOver } = NEWSLETTER_WORDS[state];
  return (
    <div className="wrap newsletter-page">
      <div className="stack">
        <h1 className="h1">{title}</h1>
        <p className="lede">{text}</p>
        {state === 'sent' && <InboxNote />}
        {isOver && (
          <p>
            <a className="link" href="/blog">
              Read the blog
            </a>
          </p>
        )}
      </div>
      {!isOver && <NewsletterBox />}
    </div>
  );
}
