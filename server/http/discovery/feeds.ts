import { Hono } from 'hono';
import { compress } from 'hono/compress';
import { etag } from 'hono/etag';
import { articlePath, FEED_PATHS } from '#contract/site/public-pages.ts';
import { articlePicture } from '#contract/site/social-picture.ts';
import { PRODUCT_NAME } from '#contract/texts.ts';
import { loadOnce } from '#server/lib/concurrency/load-once.ts';
import type { BlogService } from '#server/modules/blog/blog.service.ts';

const TITLE = `${PRODUCT_NAME} Blog`;
const DESCRIPTION = 'Practical writing for people who run small businesses.';
const HOUR = 'public, max-age=3600';

type Options = { publicUrl: string; blog: Pick<BlogService, 'articles'> };
type Article = ReturnType<BlogService['articles']>[number];

/** Feed readers show the text elsewhere, so addresses on this site need their host. */
const withHost = (html: string, publicUrl: string) =>
  html.replaceAll(/ href="(?=\/)/g, ` href="${new URL('/', publicUrl).href.replace(/\/$/, '')}`);

function entryOf(article: Article, publicUrl: string) {
  const at = (path: string) => new URL(path, publicUrl).href;
  return {
    title: article.title,
    url: at(articlePath(article.slug)),
    summary: article.excerpt,
    html: withHost(article.html, publicUrl),
    image: at(articlePicture(article).path),
    publishedAt: new Date(article.publishedAt),
    author: `${article.author.name}, ${article.author.role}`,
    tags: article.tags,
  };
}
type Entry = ReturnType<typeof entryOf>;

/** RSS 2.0 with full articles. */
async function rss(entries: Entry[], publicUrl: string): Promise<string> {
  const { Feed } = await import('feed');
  const feed = new Feed({
    title: TITLE,
    description: DESCRIPTION,
    link: new URL('/blog', publicUrl).href,
    feed: new URL(FEED_PATHS.rss, publicUrl).href,
    language: 'en',
    generator: PRODUCT_NAME,
    // Without this, the feed would contain the current time and differ on every request.
    updated: entries[0]?.publishedAt ?? new Date(0),
  });
  for (const { title, url, summary, html, publishedAt, author, tags } of entries)
    feed.addItem({
      title,
      link: url,
      description: summary,
      content: html,
      date: publishedAt,
      // The package would write a name where RSS requires an email address, and a category without its text.
      extensions: [
        { name: 'dc:creator', objects: { _text: author } },
        { name: 'category', objects: tags.map((tag) => ({ _text: tag })) as unknown as Record<string, unknown> }, // reason: the package writes a list as one element each
      ],
    });
  return feed.rss2();
}

/** JSON Feed 1.1. Source: jsonfeed.org; the package writes 1.0. */
function jsonFeed(entries: Entry[], publicUrl: string): string {
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: TITLE,
    description: DESCRIPTION,
    home_page_url: new URL('/blog', publicUrl).href,
    feed_url: new URL(FEED_PATHS.json, publicUrl).href,
    language: 'en',
    items: entries.map(({ title, url, summary, html, image, publishedAt, author, tags }) => ({
      id: url,
      url,
      title,
      summary,
      content_html: html,
      image,
      date_published: publishedAt.toISOString(),
      authors: [{ name: author }],
      tags,
    })),
  });
}

/** The blog's feeds, at fixed addresses. */
export function feeds({ publicUrl, blog }: Options): Hono {
  const app = new Hono();
  const serve = (
    path: string,
    type: string,
    write: (entries: Entry[], publicUrl: string) => string | Promise<string>,
  ) => {
    // The articles change only with the build.
    const text = loadOnce(async () =>
      write(
        blog.articles().map((article) => entryOf(article, publicUrl)),
        publicUrl,
      ),
    );
    app.get(path, compress(), etag({ weak: true }), async (c) =>
      c.body(await text(), 200, { 'content-type': `${type}; charset=utf-8`, 'cache-control': HOUR }),
    );
  };
  serve(FEED_PATHS.rss, 'application/rss+xml', rss);
  serve(FEED_PATHS.json, 'application/feed+json', jsonFeed);
  return app;
}
