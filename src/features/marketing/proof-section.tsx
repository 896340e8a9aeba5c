import { CLAIMS, TESTIMONIALS } from '#src/domain/site/public-claims.ts';
import { Badge } from '#src/ui/badge.tsx';

/** Figures and quotes. What is made up says so (DECISIONS "Public claims"). */
export function ProofSection() {
  return (
    <section className="section" id="about" aria-labelledby="about-title">
      <div className="wrap">
        <h2 className="sr" id="about-title">
          What customers say
        </h2>
        <dl className="stats">
          {CLAIMS.map(({ value, what, mark }) => (
            <div key={what}>
              <dt>
                {what} {mark === 'sample' && <Badge>Sample</Badge>}
              </dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <div className="quotes">
          {TESTIMONIALS.map(({ quote, name, role, mark }) => (
            <figure key={name}>
              <blockquote>{quote}</blockquote>
              <figcaption>
                <b>{name}</b>
                {role} {mark === 'sample' && <Badge>Sample</Badge>}
              </figcaption>
            </figure>
          ))}
        </div>
        {[...CLAIMS, ...TESTIMONIALS].some(({ mark }) => mark === 'sample') && (
          <p className="samples small muted">
            Sample: a placeholder, until whoever runs this site puts a figure or a person of their own there. How it
            really runs stands on the{' '}
            <a className="link" href="/status">
              status page
            </a>
            .
          </p>
        )}
      </div>
    </section>
  );
}
