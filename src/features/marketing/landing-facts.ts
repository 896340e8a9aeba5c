import { BILLING_CYCLES, CYCLE_NAMES, cyclePriceCents, PLANS, type BillingCycle } from '#contract/plans.ts';
import { PRODUCT_NAME } from '#contract/texts.ts';
import type { Site } from '#src/lib/site.ts';
import type { FaqEntry } from './faq.ts';

type Address = Pick<Site, 'publicUrl' | 'supportEmail' | 'salesEmail' | 'socialLinks'>;

const DESCRIPTION = 'Ten AI teammates for small businesses.';
/** ISO 8601, what one payment is for. */
const DURATIONS: Record<BillingCycle, string> = { monthly: 'P1M', quarterly: 'P3M', annual: 'P1Y' };

/** Every plan in every cycle, as the catalogue has it, and what is free. */
function offers(publicUrl: string) {
  const paid = PLANS.flatMap(({ id, name }) =>
    BILLING_CYCLES.map((cycle) => {
      const price = (cyclePriceCents(id, cycle) / 100).toFixed(2);
      return {
        '@type': 'Offer',
        name: `${name}, ${CYCLE_NAMES[cycle].toLowerCase()}`,
        url: `${publicUrl}/checkout?plan=${id}&billing=${cycle}`,
        price,
        priceCurrency: 'USD',
        priceSpecification: {
          '@type': 'UnitPriceSpecification',
          price,
          priceCurrency: 'USD',
          billingDuration: DURATIONS[cycle],
        },
      };
    }),
  );
  return [{ '@type': 'Offer', name: 'Free', url: `${publicUrl}/auth`, price: '0.00', priceCurrency: 'USD' }, ...paid];
}

/** What the landing page tells search engines, besides its words: who, what and for how much. */
export function landingFacts({ publicUrl, supportEmail, salesEmail, socialLinks }: Address, faq: readonly FaqEntry[]) {
  const organization = { '@id': `${publicUrl}/#organization` };
  return {
    '@context': 'https://schema.org',
    '@graph': [
      {
        '@type': 'Organization',
        ...organization,
        name: PRODUCT_NAME,
        url: `${publicUrl}/`,
        logo: `${publicUrl}/icon-512.png`,
        description: DESCRIPTION,
        contactPoint: [
          { '@type': 'ContactPoint', contactType: 'customer support', email: supportEmail },
          { '@type': 'ContactPoint', contactType: 'sales', email: salesEmail },
        ],
        ...(socialLinks.areSamples || socialLinks.urls.length === 0 ? {} : { sameAs: socialLinks.urls }),
      },
      {
        '@type': 'WebSite',
        '@id': `${publicUrl}/#website`,
        name: PRODUCT_NAME,
        url: `${publicUrl}/`,
        inLanguage: 'en',
        publisher: organization,
      },
      {
        '@type': 'SoftwareApplication',
        '@id': `${publicUrl}/#app`,
        name: PRODUCT_NAME,
        url: `${publicUrl}/`,
        description: DESCRIPTION,
        applicationCategory: 'BusinessApplication',
        operatingSystem: 'Any with a web browser',
        publisher: organization,
        offers: offers(publicUrl),
      },
      {
        '@type': 'FAQPage',
        '@id': `${publicUrl}/#faq`,
        mainEntity: faq.map(({ question, answer }) => ({
          '@type': 'Question',
          name: question,
          acceptedAnswer: { '@type': 'Answer', text: answer },
        })),
      },
    ],
  };
}
