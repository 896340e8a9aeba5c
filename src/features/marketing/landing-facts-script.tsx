import { useSite } from '#src/lib/site.ts';
import { structuredData } from '#src/lib/structured-data.ts';
import { useVisitor } from '#src/lib/visitor.ts';
import { faqFor } from './faq.ts';
import { landingFacts } from './landing-facts.ts';

/** Here and not in the head of the route: what that says is loaded with every page. */
export function LandingFactsScript() {
  const { type, children } = structuredData(landingFacts(useSite(), faqFor(useVisitor())));
  return <script type={type} dangerouslySetInnerHTML={{ __html: children }} />;
}
