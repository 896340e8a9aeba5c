import { CLAIMS, sampleSentence, TESTIMONIALS, type Testimonial } from '#src/domain/site/public-claims.ts';
import { AssistantAvatar } from '#src/ui/brand/assistant-avatar.tsx';

/** Figures and quotes. Which of them are samples is said once, beside the heading (SITE-3). */
export function ProofSection() {
  const samples = sampleSentence(CLAIMS, TESTIMONIALS);
  const [first, ...others] = TESTIMONIALS;
  return (
    <section className="section" id="about" aria-labelledby="about-title">
      <div className="wrap">
        <div className="proof-head">
          <h2 className="h1" id="about-title">
            What it’s like to have a team.
          </h2>
          <p className="samples">
            <span>{`${samples === undefined ? '' : `${samples} `}How we really run is on the`}</span>{' '}
            <a className="link" href="/status">
              status page
            </a>
            .
          </p>
        </div>
        <dl className="stats">
          {CLAIMS.map(({ value, what }) => (
            <div key={what}>
              <dt>{what}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <div className="voices">
          {first && <Voice testimonial={first} isBig />}
          <div className="pair">
            {others.map((testimonial) => (
              <Voice key={testimonial.name} testimonial={testimonial} />
            ))}
          </div>
        </div>
      </div>
    </section>
  );
}

function Voice({ testimonial, isBig = false }: { testimonial: Testimonial; isBig?: boolean }) {
  const { quote, name, role, about } = testimonial;
  return (
    <figure className={isBig ? 'big' : undefined}>
      <blockquote>{quote}</blockquote>
      <figcaption>
        <AssistantAvatar id={about} size={isBig ? 64 : 48} />
        <span>
          <b>{name}</b>
          <span>{role}</span>
        </span>
      </figcaption>
    </figure>
  );
}
