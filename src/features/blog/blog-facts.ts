import type { Blog, BlogPosting, Graph, WithContext } from 'schema-dts';
import type { ArticleCard, ArticlePageContent } from '#contract/site/blog.ts';
import { articlePath } from '#contract/site/public-pages.ts';
import { articlePicture } from '#contract/site/social-picture.ts';
import { PRODUCT_NAME } from '#contract/texts.ts';
import { organizationFacts, type SiteAddresses } from '#src/domain/site/organization-facts.ts';
import { canonicalUrl } from '#src/domain/site/site.ts';

const CONTEXT = 'https://schema.org';
const blogName = `${PRODUCT_NAME} Blog`;

function posting(site: SiteAddresses, article: ArticleCard) {
  const url = canonicalUrl(site, articlePath(article.slug));
  return {
    '@type': 'BlogPosting',
    '@id': url,
    url,
    headline: article.title,
    description: article.excerpt,
    datePublished: article.publishedAt,
    // A teammate is no person, so the organization is the author.
    author: {
      '@type': 'Organization',
      name: `${article.author.name}, ${PRODUCT_NAME}`,
      url: canonicalUrl(site, '/'),
      parentOrganization: { '@id': organizationFacts(site)['@id'] },
    },
    image: canonicalUrl(site, articlePicture(article).path),
    keywords: article.tags.join(', '),
    timeRequired: `PT${article.readingTime}M`,
    inLanguage: 'en',
  } satisfies BlogPosting;
}

/** The blog's facts for search engines (schema.org). */
export function blogFacts(site: SiteAddresses, articles: ArticleCard[]): WithContext<Blog> {
  const url = canonicalUrl(site, '/blog');
  return {
    '@context': CONTEXT,
    '@type': 'Blog',
    '@id': url,
    url,
    name: blogName,
    inLanguage: 'en',
    publisher: organizationFacts(site),
    blogPost: articles.map((article) => posting(site, article)),
  };
}

/** An article's facts for search engines (schema.org): itself, and its place in the site. */
export function articleFacts(site: SiteAddresses, article: ArticlePageContent): Graph {
  const url = canonicalUrl(site, articlePath(article.slug));
  const crumbs = [
    [PRODUCT_NAME, canonicalUrl(site, '/')],
    ['Blog', canonicalUrl(site, '/blog')],
    [article.title, url],
  ];
  return {
    '@context': CONTEXT,
    '@graph': [
      {
        ...posting(site, article),
        description: article.metaDescription,
        keywords: article.seoKeywords.join(', '),
        wordCount: article.wordCount,
        mainEntityOfPage: url,
        publisher: organizationFacts(site),
        isPartOf: { '@type': 'Blog', '@id': canonicalUrl(site, '/blog'), name: blogName },
      },
      {
        '@type': 'BreadcrumbList',
        itemListElement: crumbs.map(([name, item], index) => ({
          '@type': 'ListItem',
          position: index + 1,
          name,
          item,
        })),
      },
    ],
  };
}
