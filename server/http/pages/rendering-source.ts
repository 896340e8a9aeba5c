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
};

/** What `src/entry-server.tsx` exports. Named here so that the server's types never reach into `src`. */
export type ServerEntry = {
  /** Without a nonce the page's inline scripts carry none: it is to be cached, and its policy names their hashes. */
  render: (
    request: Request,
    options: { nonce?: string; site: SiteFacts; reads: PageReads; posted?: SubmittedForm; assets: PageAssets },
  ) => Promise<Response>;
  /** What of a request, other than who asks, changes a page that is otherwise the same for everybody. */
  themeVariantOf: (request: Request) => string;
  /** Whether a query (without its `?`) changes the page at a path: a route there knows one of its parameters and can use its value. */
  readsQuery: (path: string, query: string) => boolean;
};

/** Where pages come from: the build or Vite. */
export type PageSource = {
  load: () => Promise<ServerEntry & { assets: PageAssets }>;
  assets: MiddlewareHandler;
  close: () => Promise<void>;
};
