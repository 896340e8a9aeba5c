import { expect, test } from 'vitest';
import { organizationFacts } from '#src/domain/site/organization-facts.ts';
import { faqFor } from './faq.ts';
import { landingFacts } from './landing-facts.ts';

const site = {
  publicUrl: 'https://tenfold.example',
  supportEmail: 'support@tenfold.example',
  salesEmail: 'sales@tenfold.example',
  socialLinks: { urls: [], areSamples: false },
};
const graph = (facts: ReturnType<typeof landingFacts>, type: string) =>
  facts['@graph'].find((node) => node['@type'] === type);

test('PLAN-1: the offers match the catalog', () => {
  const app = graph(landingFacts(site, []), 'SoftwareApplication');
  const offers = app && 'offers' in app ? app.offers : [];
  const prices = Object.fromEntries((offers ?? []).map(({ name, price }) => [name, price]));
  expect(prices).toEqual({
    Free: '0.00',
    'Starter, monthly': '29.00',
    'Starter, quarterly': '78.30',
    'Starter, annual': '288.00',
    'Pro, monthly': '59.00',
    'Pro, quarterly': '159.30',
    'Pro, annual': '588.00',
    'Ultimate, monthly': '97.00',
    'Ultimate, quarterly': '261.90',
    'Ultimate, annual': '948.00',
  });
});

test('every referenced @id is defined', () => {
  const organization = graph(landingFacts(site, []), 'Organization');
  const website = graph(landingFacts(site, []), 'WebSite');
  expect(organization).toEqual(organizationFacts(site));
  expect(website).toMatchObject({ publisher: { '@id': organization?.['@id'] } });
});

test('the questions match the ones on the page', () => {
  const faq = faqFor('guest');
  const page = graph(landingFacts(site, faq), 'FAQPage');
  const questions = page && 'mainEntity' in page ? page.mainEntity : [];
  expect((questions ?? []).map(({ name }) => name)).toEqual(faq.map(({ question }) => question));
});
