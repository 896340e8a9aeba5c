import type { Organization } from 'schema-dts';
import { PRODUCT_NAME } from '#contract/texts.ts';
import { canonicalUrl, type Site } from './site.ts';

export type SiteAddresses = Pick<Site, 'publicUrl' | 'supportEmail' | 'salesEmail' | 'socialLinks'>;

/** Who we are, for search engines (schema.org). Other facts refer to us by its `@id`. */
export function organizationFacts(site: SiteAddresses) {
  const { supportEmail, salesEmail, socialLinks } = site;
  return {
    '@type': 'Organization',
    '@id': canonicalUrl(site, '/#organization'),
    name: PRODUCT_NAME,
    url: canonicalUrl(site, '/'),
    logo: canonicalUrl(site, '/icon-512.png'),
    description: 'Ten AI teammates for small businesses.',
    contactPoint: [
      { '@type': 'ContactPoint', contactType: 'customer support', email: supportEmail },
      { '@type': 'ContactPoint', contactType: 'sales', email: salesEmail },
    ],
    ...(socialLinks.areSamples || socialLinks.urls.length === 0 ? {} : { sameAs: socialLinks.urls }),
  } satisfies Organization;
}
