import { ClosingBand } from './closing-band.tsx';
import { Hero } from './hero.tsx';
import { MarketingLayout } from './marketing-layout.tsx';
import { Pricing } from './pricing.tsx';
import { TeamSection } from './team-section.tsx';

/** `/` (spec §2). */
export function LandingPage() {
  return (
    <MarketingLayout>
      <Hero />
      <TeamSection />
      <Pricing />
      <ClosingBand />
    </MarketingLayout>
  );
}
