import { serveStatic } from '@hono/node-server/serve-static';
import { Hono, type Context } from 'hono';
import { compress } from 'hono/compress';
import { etag } from 'hono/etag';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { PUSH_WORKER_PATH } from '#contract/notifications.ts';
import { ICON_FILES } from '#contract/site/icons.ts';
import type { ArticleEntry } from './article-entry.ts';
import { securityTxt } from './security-txt.ts';
import { sitemap } from './sitemap.ts';
import { webManifest } from './web-manifest.ts';
import { UNCRAWLED_PATHS } from '#contract/site/public-pages.ts';

/** `/robots.txt`. Source: RFC 9309. */
function robots(publicUrl: string): string {
  const disallowed = UNCRAWLED_PATHS.map((path) => `Disallow: ${path}`);
  return ['User-agent: *', 'Allow: /', ...disallowed, '', `Sitemap: ${publicUrl}/sitemap.xml`, ''].join('\n');
}

const CLIENT = fileURLToPath(new URL('../../../dist/client', import.meta.url));
const PUSH_WORKER = fileURLToPath(new URL('./push-worker.js', import.meta.url));
const HOUR = 'public, max-age=3600';
const DAY = 'public, max-age=86400';

type Options = {
  publicUrl: string;
  supportEmail: string;
  articles: () => Promise<ArticleEntry[]>;
  now: () => Promise<Date>;
};

function answer(c: Context, body: string, type: string, cacheControl: string): Response {
  return c.body(body, 200, { 'content-type': `${type}; charset=utf-8`, 'cache-control': cacheControl });
}

/** The files that search engines, language models, browsers and security researchers request at fixed addresses. */
export function discoveryEdge({ publicUrl, supportEmail, articles, now }: Options): Hono {
  const app = new Hono();
  const tagged = etag({ weak: true });
  const text = (path: string, type: string, cacheControl: string, write: () => Promise<string> | string) =>
    app.get(path, compress(), tagged, async (c) => answer(c, await write(), type, cacheControl));

  text('/sitemap.xml', 'application/xml', HOUR, async () => sitemap(publicUrl, await articles()));
  text('/robots.txt', 'text/plain', DAY, () => robots(publicUrl));
  text('/llms.txt', 'text/plain', HOUR, async () => {
    const { llmsTxt } = await import('./llms-txt.ts');
    return llmsTxt(publicUrl, await articles());
  });
  text('/.well-known/security.txt', 'text/plain', DAY, async () =>
    securityTxt({ publicUrl, supportEmail }, await now()),
  );
  // Browsers ask for it again with each visit to the settings, and daily.
  text(PUSH_WORKER_PATH, 'text/javascript', 'no-cache', () => readFile(PUSH_WORKER, 'utf8'));
  text('/manifest.webmanifest', 'application/manifest+json', DAY, () => JSON.stringify(webManifest()));

  // Cached for a day only: their names carry no hash, because browsers and phones request exactly these names.
  const icon = serveStatic({
    root: CLIENT,
    rewriteRequestPath: (path) => `/icons${path}`,
    onFound: (_path, c) => c.header('cache-control', DAY),
  });
  for (const file of ICON_FILES) app.get(`/${file}`, tagged, icon);
  return app;
}
