import type { Robots, Rule } from '../robots.ts';
import type { Sitemap } from '../site/sitemap.ts';
import type { ForwardedPage, PageContent, PageContentProblem } from './page-content.ts';

/** The requests to the reading process, by kind, with their answers. */
export type Readings = {
  page: {
    request: { bytes: Uint8Array; charset: string | null; isHtml: boolean; url: string };
    answer: PageContent | ForwardedPage | { problem: PageContentProblem };
  };
  robots: { request: { bytes: Uint8Array; agent: string }; answer: Robots };
  /** Whether a site's rules let us read an address. */
  permission: { request: { rules: Rule[]; url: string }; answer: boolean };
  sitemap: { request: { bytes: Uint8Array }; answer: Sitemap };
};
export type ReadingKind = keyof Readings;
export type PageRequest = { [K in ReadingKind]: { kind: K } & Readings[K]['request'] }[ReadingKind];
export type PageAnswer = Readings[ReadingKind]['answer'];

/** Reads what a website sent. Throws PageProblem if that killed its process twice, or the abort reason. */
export type Ask = <K extends ReadingKind>(kind: K, request: Readings[K]['request']) => Promise<Readings[K]['answer']>;
