import { expect, test } from 'vitest';
import { organizationFacts } from './organization-facts.ts';

const site = {
  publicUrl: 'https://tenfold.example',
  supportEmail: 'support@tenfold.example',
  salesEmail: 'sales@tenfold.example',
  socialLinks: { urls: ['https://social.example/tenfold'], areSamples: false },
};

test('URLs are absolute, with one slash', () => {
  expect(organizationFacts(site)).toMatchObject({
    '@id': 'https://tenfold.example/#organization',
    url: 'https://tenfold.example/',
    logo: 'https://tenfold.example/icon-512.png',
  });
});

test('sample social accounts are not claimed', () => {
  expect(organizationFacts(site)).toMatchObject({ sameAs: ['https://social.example/tenfold'] });
  const sample = { ...site, socialLinks: { ...site.socialLinks, areSamples: true } };
  expect(JSON.stringify(organizationFacts(sample))).not.toContain('social.example');
});
