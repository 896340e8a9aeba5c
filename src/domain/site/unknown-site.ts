import type { Site } from './site.ts';

/** For a router that renders nothing, or nothing yet. */
export const UNKNOWN_SITE: Site = {
  publicUrl: '',
  supportEmail: '',
  salesEmail: '',
  careersEmail: '',
  contactEmail: '',
  socialLinks: { urls: [], areSamples: false },
  processors: [],
  isTaxed: false,
  sandboxInboxUrl: null,
  providers: [],
  hasPhoneFactor: false,
};
