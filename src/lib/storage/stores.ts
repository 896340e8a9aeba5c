/**
 * Everything that Tenfold keeps in a browser, and whose it is. Code that writes under a key that isn't here fails to
 * compile or fails `stores.test.ts`: what isn't listed couldn't be forgotten (SESSION-6). /privacy describes each of
 * them. The service worker keeps nothing, and no database or cache of the browser is used.
 */

/** What localStorage keeps of a person, under `tenfold:<user id>:<entry>:…`. */
export const PERSONAL_ENTRIES = [
  /** That this browser shows their pages. Without it, their open pages are cleared. */
  'here',
  'draft',
  'files',
  'outbox',
  'private',
  'prefilled',
  'template-fill',
  'template-edit',
  'automation-edit',
  'home',
] as const;
export type PersonalEntry = (typeof PERSONAL_ENTRIES)[number];

/** Of these, what someone wrote and the server doesn't have yet. */
export const UNSENT_ENTRIES = [
  'draft',
  'outbox',
  'template-fill',
  'template-edit',
  'automation-edit',
] as const satisfies readonly PersonalEntry[];

/**
 * Entries kept before someone has signed in or finished onboarding. Cleared along with that person's other data.
 */
export const PRE_SIGN_IN_ENTRIES = {
  'tenfold:guest-emails': 'localStorage',
  'tenfold:sign-up-intent': 'localStorage',
  'tenfold:departure': 'sessionStorage',
  'tenfold:visitor-chat': 'sessionStorage',
  'tenfold:onboarding': 'sessionStorage',
} as const;

/**
 * What says nothing about anyone, and stays: random ids of conversations to come, and how far the router's pages were
 * scrolled.
 */
export const NON_PERSONAL_ENTRIES = ['tenfold:new-', 'tsr-scroll-restoration-v1_3'] as const;
