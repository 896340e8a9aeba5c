import { NewsletterForm } from './newsletter-form.tsx';
import './newsletter.css';

/** The newsletter sign-up band (SITE-7). `as` is the level of its heading on the page. */
export function NewsletterBox({ as: Heading = 'h2' }: { as?: 'h1' | 'h2' }) {
  return (
    <section className="news" aria-labelledby="news-title">
      <div>
        <Heading className="h2" id="news-title">
          One useful letter a month
        </Heading>
        <p>Our newest article, by email. You confirm once, and can leave with one click.</p>
      </div>
      <NewsletterForm />
    </section>
  );
}
