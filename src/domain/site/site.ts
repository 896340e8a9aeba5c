import { useRouteContext } from '@tanstack/react-router';
import type { OAuthProvider } from '#contract/account/oauth-providers.ts';
import type { Processor } from '#contract/site/processors.ts';

/** What a page may say about the installation it runs on. It comes from the server's configuration with every page. */
export type Site = {
  /** Without a slash at the end. */
  publicUrl: string;
  supportEmail: string;
  salesEmail: string;
  careersEmail: string;
  contactEmail: string;
  /** Social accounts. Samples are labeled as such. */
  socialLinks: { urls: string[]; areSamples: boolean };
  /** The outside companies that receive personal data, as configured. */
  processors: Processor[];
  /** The address of the sandbox's inbox, or null if real email is sent. */
  sandboxInboxUrl: string | null;
  /** The sign-in services available here. */
  providers: OAuthProvider[];
  /** Whether tax is added to the prices. */
  isTaxed: boolean;
  /** Whether text messages can be sent here. */
  hasPhoneFactor: boolean;
};

export function useSite(): Site {
  return useRouteContext({ from: '__root__', select: (context) => context.site });
}

/** The one address of a page, regardless of its query. */
export function canonicalUrl(site: Pick<Site, 'publicUrl'>, pathname: string): string {
  return site.publicUrl + pathname.replace(/(?<=.)\/$/, '');
}
