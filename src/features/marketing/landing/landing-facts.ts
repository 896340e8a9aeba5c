import type { FAQPage, Offer, SoftwareApplication, WebSite } from 'schema-dts';
import { BILLING_CYCLES, CYCLE_NAMES, cyclePriceCents, PLANS, type BillingCycle } from '#contract/billing/plans.ts';
import { PRODUCT_NAME } from '#contract/texts.ts';
import { organizationFacts, type SiteAddresses } from '#src/domain/site/organization-facts.ts';
import { canonicalUrl } from '#src/domain/site/site.ts';
import type { FaqEntry } from './faq.ts';

/** ISO 8601, the period that one payment covers. */
const DURATIONS: Record<BillingCycle, string> = { monthly: 'P1M', quarterly: 'P3M', annual: 'P1Y' };

/** Every plan in every cycle, as in the catalog, and the free tier. */
function offers(site: SiteAddresses): Offer[] {
  const paid = PLANS.flatMap(({ id, name }) =>
    BILLING_CYCLES.map((cycle) => {
      const price = (cyclePriceCents(id, cycle) / 100).toFixed(2);
      const offer: Offer = {
        '@type': 'Offer',
        name: `${name}, ${CYCLE_NAMES[cycle].toLowerCase()}`,
        url: canonicalUrl(site, `/checkout?plan=${id}&billing=${cycle}`),
        price,
        priceCurrency: 'USD',
        priceSpecification: {
          '@type': 'UnitPriceSpecification',
          price,
          priceCurrency: 'USD',
          billingDuration: DURATIONS[cycle],
        },
      };
      return offer;
    }),
  );
  return [
    { '@type': 'Offer', name: 'Free', url: canonicalUrl(site, '/auth'), price: '0.00', priceCurrency: 'USD' },
    ...paid,
  ];
}

/** The landing page's facts for search engines: who we are, what we sell, and for how much. */
export function landingFacts(site: SiteAddresses, faq: readonly FaqEntry[]) {
  const organization = organizationFacts(site);
  const publisher = { '@id': organization['@id'] };
  const url = canonicalUrl(site, '/');
  return {
    '@context': 'https://schema.org',
    '@graph': [
      organization,
      {
        '@type': 'WebSite',
        '@id': canonicalUrl(site, '/#website'),
        name: PRODUCT_NAME,
        url,
        inLanguage: 'en',
        publisher,
      } satisfies WebSite,
      {
        '@type': 'SoftwareApplication',
        '@id': canonicalUrl(site, '/#app'),
        name: PRODUCT_NAME,
        url,
        description: organization.description,
        applicationCategory: 'BusinessApplication',
        operatingSystem: 'Any with a web browser',
        publisher,
        offers: offers(site),
      } satisfies SoftwareApplication,
      {
        '@type': 'FAQPage',
        '@id': canonicalUrl(site, '/#faq'),
        mainEntity: faq.map(({ question, answer }) => ({
          '@type': 'Question',
          name: question,
          acceptedAnswer: { '@type': 'Answer', text: answer },
        })),
      } satisfies FAQPage,
    ],
  };
}
