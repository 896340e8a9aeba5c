import { sampleSentence, TESTIMONIALS } from '#src/domain/site/public-claims.ts';

/** What customers say. A line below says which quotes are made up (SITE-3). */
export function Testimonials() {
  const samples = sampleSentence([], TESTIMONIALS);
  return (
    <section className="stack testimonials" aria-label="What customers say">
      {TESTIMONIALS.map(({ quote, name, role }) => (
        <figure key={name} className="quote">
          <blockquote className="h3">{quote}</blockquote>
          <figcaption className="small muted">
            <b>{name}</b>
            <span>{`, ${role}`}</span>
          </figcaption>
        </figure>
      ))}
      {samples !== null && <p className="small muted">{samples}</p>}
    </section>
  );
}
