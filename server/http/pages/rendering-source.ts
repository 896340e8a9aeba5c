import type { MiddlewareHandler } from 'hono';
import type { OAuthProvider } from '#contract/account/oauth-providers.ts';
import type { Processor } from '#contract/site/processors.ts';
import type { PageReads } from './page-reads.ts';
import type { SubmittedForm } from '../forms/submitted-form.ts';
import type { PageAssets } from './rendering-manifest.ts';

/** What pages may say about this installation (`Site` in the browser's code). */
export type SiteFacts = {
  publicUrl: string;
  supportEmail: string;
  salesEmail: string;
  careersEmail: string;
  contactEmail: string;
  socialLinks: { urls: string[]; areSamples: boolean };
  processors: Processor[];
  sandboxInboxUrl: string | null;
  providers: OAuthProvider[];
  hasPhoneFactor: boolean;
  isTaxed: boolean;
};

/** What `src/entry-server.tsx` exports. Named here so that the server's types never reach into `src`. */
export type ServerEntry = {
  /** Without a nonce, the page's inline scripts carry none: the page will be cached, and its policy lists their hashes. */
  render: (
    request: Request,
    options: { nonce?: string; site: SiteFacts; reads: PageReads; submittedForm?: SubmittedForm; assets: PageAssets },
  ) => Promise<Response>;
  /** The parts of a request, apart from who makes it, that change a page. */
  themeVariantOf: (request: Request) => string;
  /** Whether a query (without its `?`) changes the page at a path: a route there knows one of its parameters and accepts its value. */
  readsQuery: (path: string, query: string) => boolean;
};

/** The source of pages: the build or Vite. */
export type PageSource = {
  load: () => Promise<ServerEntry & { assets: PageAssets }>;
  assets: MiddlewareHandler;
  close: () => Promise<void>;
};
