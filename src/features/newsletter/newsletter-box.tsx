import { NewsletterForm } from './newsletter-form.tsx';
import './newsletter.css';

/** The band that asks for an address (spec §4 "Blog", design blog). `as` is the level of its heading on the page. */
export function NewsletterBox({ as: Heading = 'h2' }: { as?: 'h1' | 'h2' }) {
  return (
    <section className="news" aria-labelledby="news-title">
      <div>
        <Heading className="h2" id="news-title">
          One useful letter a month
        </Heading>
        <p>The newest article, by mail. You confirm once, and leave with one click.</p>
      </div>
      <NewsletterForm />
    </section>
  );
}
