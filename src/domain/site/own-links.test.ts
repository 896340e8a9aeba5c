import { describe, expect, it } from 'vitest';
import { splitOwnLinks } from './own-links.ts';

const site = { publicUrl: 'https://our.site', supportEmail: 'help@our.site' };
const linksIn = (text: string) =>
  splitOwnLinks(text, site).flatMap(({ text: words, href }) => (href ? [[words, href]] : []));

describe('VISITOR-10: a link that the visitor chatbot writes', () => {
  it.each([
    ['See https://our.site.', [['our.site', '/']]],
    ['(https://our.site/pricing)', [['our.site/pricing', '/pricing']]],
    ['Is it https://our.site/faq?q=a#b?', [['our.site/faq?q=a#b', '/faq?q=a#b']]],
    ['Write to help@our.site!', [['help@our.site', 'mailto:help@our.site']]],
  ])('leads to our pages and our address: %s', (text, links) => {
    expect(linksIn(text)).toEqual(links);
  });

  it.each([
    'https://our.site//evil.example',
    'https://our.site///evil.example/login',
    String.raw`https://our.site/\evil.example`,
    String.raw`https://our.site\\evil.example`,
    'https://our.site/.//evil.example',
    'https://our.site/a/..//evil.example',
    'https://our.site/%2e//evil.example',
    'https://our.site/%2e%2e//evil.example',
    'https://our.site@evil.example',
    'https://our.site:pass@evil.example/',
    'https://our.site:443@evil.example',
    'https://our.site.evil.example/',
    'https://our.site-evil.example',
    'https://our.site:8443/',
    'https://our.siteevil.example',
    'https://our.site\u3002evil.example',
    'help@our.site.evil.example',
    'help@our.site@evil.example',
  ])('can’t be cut into another host: %s stays text', (text) => {
    expect(splitOwnLinks(`Sign in at ${text} now`, site).filter(({ href }) => href !== undefined)).toEqual([]);
  });

  it.each([
    'https://our.site/%2F/evil.example',
    'https://our.site/%5Cevil.example',
    String.raw`https://our.site\@evil.example`,
    'https://our.site/?next=//evil.example',
    'https://our.site/auth?redirect=/dashboard',
  ])('that only spells another host stays on ours: %s', (text) => {
    const [[, href = ''] = []] = linksIn(text);
    expect(href).toMatch(/^\/(?!\/)/);
    expect(new URL(href, site.publicUrl).host).toBe('our.site');
  });

  it('loses no character of the text around it', () => {
    const text = 'Hello: https://our.site/pricing, “help@our.site”, or https://our.site@evil.example.';
    const shown = splitOwnLinks(text, site).map(({ text: words }) => words);
    expect(shown.join('')).toBe(text.replace('https://our.site/pricing', 'our.site/pricing'));
  });
});
