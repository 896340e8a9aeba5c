import type { MiddlewareHandler } from 'hono';
import type { OAuthProvider } from '#contract/oauth-providers.ts';
import type { RouterManifest } from './rendering-manifest.ts';

/** What pages may say about this installation (`Site` in the browser's code). */
export type SiteFacts = {
  publicUrl: string;
  supportEmail: string;
  salesEmail: string;
  careersEmail: string;
  contactEmail: string;
  sandboxInboxUrl: string | null;
  providers: OAuthProvider[];
};

/** What `src/entry-server.tsx` exports. Named here so that the server's types never reach into `src`. */
export type ServerEntry = {
  /** Without a nonce the page's inline scripts carry none: it is to be kept, and its policy names their hashes. */
  render: (request: Request, options: { nonce?: string; site: SiteFacts; assets: RouterManifest }) => Promise<Response>;
  /** What of a request changes a page that is otherwise the same for everybody. */
  variantOf: (request: Request) => string;
};

/** Where pages come from: the build or Vite. */
export type PageSource = {
  load: () => Promise<ServerEntry & { assets: RouterManifest }>;
  assets: MiddlewareHandler;
  close: () => Promise<void>;
};
