import { FactsScript } from '#src/domain/site/facts-script.tsx';
import { useSite } from '#src/domain/site/site.ts';
import { useVisitor } from '#src/domain/site/visitor.ts';
import './landing.css';
import { ClosingBand } from './closing-band.tsx';
import { FaqSection } from './faq-section.tsx';
import { faqFor } from './faq.ts';
import { Hero } from './hero.tsx';
import { HowSection } from './how-section.tsx';
import { landingFacts } from './landing-facts.ts';
import { Pricing } from '../pricing/pricing.tsx';
import { ProofSection } from './proof-section.tsx';
import { TeamSection } from './team-section.tsx';

/** `/` (SITE-1). */
export function LandingPage() {
  return (
    <>
      <Hero />
      <TeamSection />
      <HowSection />
      <Pricing />
      <ProofSection />
      <FaqSection />
      <ClosingBand />
      <FactsScript facts={landingFacts(useSite(), faqFor(useVisitor()))} />
    </>
  );
}
