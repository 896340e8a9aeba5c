import './landing.css';
import { ClosingBand } from './closing-band.tsx';
import { FaqSection } from './faq-section.tsx';
import { Hero } from './hero.tsx';
import { HowSection } from './how-section.tsx';
import { LandingFactsScript } from './landing-facts-script.tsx';
import { Pricing } from './pricing.tsx';
import { ProofSection } from './proof-section.tsx';
import { TeamSection } from './team-section.tsx';

/** `/` (spec §2). */
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
      <LandingFactsScript />
    </>
  );
}
