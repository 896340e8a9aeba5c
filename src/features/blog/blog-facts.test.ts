import { describe, expect, test } from 'vitest';
import type { ArticlePageContent } from '#contract/site/blog.ts';
import { organizationFacts } from '#src/domain/site/organization-facts.ts';
import { articleFacts, blogFacts } from './blog-facts.ts';

const site = {
  publicUrl: 'https://tenfold.example',
  supportEmail: 'support@tenfold.example',
  salesEmail: 'sales@tenfold.example',
  socialLinks: { urls: [], areSamples: false },
};
const us = organizationFacts(site);
const article: ArticlePageContent = {
  slug: 'pencils',
  title: 'On <pencils>',
  excerpt: 'An excerpt.',
  metaDescription: 'A description.',
  author: { id: 'emmie', name: 'Emmie', role: 'Email Marketing Expert' },
  publishedAt: '2026-11-14',
  readingTime: 6,
  wordCount: 1300,
  tags: ['Writing'],
  seoKeywords: ['pencil', 'knife'],
  featured: true,
  html: '<p>Text</p>',
  contents: [],
  related: [],
  callToAction: 'Write',
};

describe('facts for search engines', () => {
  test('an article has an author, dates, a URL and a length', () => {
    expect(articleFacts(site, article)).toMatchObject({
      '@context': 'https://schema.org',
      '@graph': [
        {
          '@type': 'BlogPosting',
          headline: 'On <pencils>',
          url: 'https://tenfold.example/blog/pencils',
          mainEntityOfPage: 'https://tenfold.example/blog/pencils',
          datePublished: '2026-11-14',
          author: { '@type': 'Organization', name: 'Emmie, Tenfold', parentOrganization: { '@id': us['@id'] } },
          publisher: us,
          image: expect.stringMatching(/^https:\/\/tenfold\.example\/assets\/social\/pencils-.+\.png$/),
          wordCount: 1300,
          timeRequired: 'PT6M',
          keywords: 'pencil, knife',
        },
        {
          '@type': 'BreadcrumbList',
          itemListElement: [
            { position: 1, item: 'https://tenfold.example/' },
            { position: 2, item: 'https://tenfold.example/blog' },
            { position: 3, name: 'On <pencils>', item: 'https://tenfold.example/blog/pencils' },
          ],
        },
      ],
    });
  });

  test('the list names every article', () => {
    expect(blogFacts(site, [article])).toMatchObject({
      '@type': 'Blog',
      url: 'https://tenfold.example/blog',
      publisher: us,
      blogPost: [{ '@type': 'BlogPosting', url: 'https://tenfold.example/blog/pencils', description: 'An excerpt.' }],
    });
  });
});
