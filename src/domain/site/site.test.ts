import { describe, expect, it } from 'vitest';
import { canonicalUrl, type Site } from './site.ts';

const site: Site = {
  publicUrl: 'https://tenfold.example',
  supportEmail: '',
  salesEmail: '',
  careersEmail: '',
  contactEmail: '',
  socialLinks: { urls: [], areSamples: false },
  processors: [],
  isTaxed: false,
  sandboxInboxUrl: null,
  providers: [],
  hasPhoneFactor: false,
};

describe('the canonical address of a page', () => {
  it.each([
    ['/', 'https://tenfold.example/'],
    ['/privacy', 'https://tenfold.example/privacy'],
    ['/dashboard/', 'https://tenfold.example/dashboard'],
  ])('%s is %s', (path, url) => {
    expect(canonicalUrl(site, path)).toBe(url);
  });
});
