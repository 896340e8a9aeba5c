import { useRouteContext } from '@tanstack/react-router';
import type { OAuthProvider } from '#contract/account/oauth-providers.ts';
import type { Processor } from '#contract/site/processors.ts';

/** What a page may say about the installation it runs on. It comes from the server's configuration with every page. */
export type Site = {
  publicUrl: string;
  supportEmail: string;
  salesEmail: string;
  careersEmail: string;
  contactEmail: string;
  /** Accounts at social networks. Samples are shown with that word. */
  socialLinks: { urls: string[]; areSamples: boolean };
  /** Who outside receives something of a person, as configured. */
  processors: Processor[];
  /** Address of the sandbox's inbox, or null where real mail is sent. */
  sandboxInboxUrl: string | null;
  /** Sign-in services that can be used here. */
  providers: OAuthProvider[];
  /** Whether messages can be sent to phones here. */
  hasPhoneFactor: boolean;
};

export function useSite(): Site {
  return useRouteContext({ from: '__root__', select: (context) => context.site });
}

/** The one address of a page, whatever query it was opened with. */
export function canonicalUrl(site: Pick<Site, 'publicUrl'>, pathname: string): string {
  const path = pathname.length > 1 ? pathname.replace(/\/+$/, '') : pathname;
  return site.publicUrl.replace(/\/+$/, '') + path;
}
