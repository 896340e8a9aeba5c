import { mayRead, readRobots } from '../robots.ts';
import { readSitemap } from '../site/sitemap.ts';
import { readPageContent } from './page-content.ts';
import type { PageAnswer, PageRequest } from './requests.ts';

/**
 * Reads what a website sent. A website can make it use any amount of time and memory, so it runs in `page-process.ts`.
 */
export function answerRequest(request: PageRequest): PageAnswer {
  switch (request.kind) {
    case 'page':
      return readPageContent(request);
    case 'robots':
      return readRobots(request.bytes, request.agent);
    case 'permission':
      return mayRead(request.rules, request.url);
    case 'sitemap':
      return readSitemap(request.bytes);
  }
}
