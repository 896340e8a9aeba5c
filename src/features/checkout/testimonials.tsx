import { TESTIMONIALS } from '#src/domain/site/public-claims.ts';
import { Badge } from '#src/ui/badge.tsx';

/** What customers say. Made-up ones carry the word. */
export function Testimonials() {
  return (
    <section className="stack testimonials" aria-label="What customers say">
      {TESTIMONIALS.map(({ quote, name, role, mark }) => (
        <figure key={name} className="quote">
          <blockquote className="h3">{quote}</blockquote>
          <figcaption className="small muted">
            <b>{name}</b>, {role} {mark === 'sample' && <Badge>Sample</Badge>}
          </figcaption>
        </figure>
      ))}
    </section>
  );
}
