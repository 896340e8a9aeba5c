import { Plus } from 'lucide-react';
import { useSite } from '#src/domain/site/site.ts';
import { useVisitor } from '#src/domain/site/visitor.ts';
import { faqFor } from './faq.ts';

/** Native disclosures, one open at a time, so that no script is needed. */
export function FaqSection() {
  const { contactEmail } = useSite();
  const entries = faqFor(useVisitor());
  return (
    <section className="section sunk" id="faq" aria-labelledby="faq-title">
      <div className="wrap faq">
        <div className="stack">
          <h2 className="h1" id="faq-title">
            Fair questions.
          </h2>
          <p className="muted">
            Something else?{' '}
            <a className="link" href="/contact">
              Send us a message
            </a>{' '}
            or write to{' '}
            <a className="link" href={`mailto:${contactEmail}`}>
              {contactEmail}
            </a>
            . A person will answer.
          </p>
        </div>
        <div>
          {entries.map(({ question, answer, more }, index) => (
            <details key={question} name="faq" open={index === 0}>
              <summary>
                <span>{question}</span>
                <Plus className="icon" aria-hidden="true" />
              </summary>
              <p>
                <span>{answer}</span>
                {more && (
                  <>
                    {' '}
                    <a className="link" href={more.href}>
                      {more.label}
                    </a>
                  </>
                )}
              </p>
            </details>
          ))}
        </div>
      </div>
    </section>
  );
}
