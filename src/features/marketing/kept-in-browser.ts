import { OAUTH_ATTEMPT_MINUTES } from '#contract/account/oauth-providers.ts';
import { SESSION_ABSOLUTE_DAYS, SESSION_IDLE_DAYS } from '#contract/account/session.ts';

/** What a browser keeps for us. A test compares the list with what the code sets. */
export type Kept = { name: string; what: string; until: string };

const COOKIES: readonly (Kept & { isPrefixed: boolean })[] = [
  {
    name: 'session',
    isPrefixed: true,
    what: 'keeps you signed in. Scripts cannot read it. It is set when you sign in',
    until: `until you sign out, or ${SESSION_IDLE_DAYS} days after you were here last; after ${SESSION_ABSOLUTE_DAYS} days the session ends in any case`,
  },
  {
    name: 'oauth',
    isPrefixed: true,
    what: 'makes sure that nobody else finishes a sign-in that you began at Google or Slack. It is set when you go there',
    until: `${OAUTH_ATTEMPT_MINUTES} minutes`,
  },
  {
    name: 'theme',
    isPrefixed: false,
    what: 'remembers whether you chose light or dark. It is set when you choose',
    until: 'a year, or until you choose what your system does',
  },
  {
    name: 'sidebar_state',
    isPrefixed: false,
    what: 'remembers whether the sidebar of your dashboard is open. It is set when you close or open it',
    until: '7 days',
  },
];

/** Every cookie, by the name it has here: over https two of them are bound to this very host. */
export function cookiesOf(publicUrl: string): Kept[] {
  const prefix = publicUrl.startsWith('https:') ? '__Host-' : '';
  return COOKIES.map(({ isPrefixed, name, what, until }) => ({ name: isPrefixed ? prefix + name : name, what, until }));
}

/** In the browser's own store. The names that begin with your account's id stand here with the part behind it. */
export const STORED: readonly Kept[] = [
  {
    name: 'draft, outbox',
    what: 'what you have typed in a chat and not sent yet',
    until: 'until it is sent or you sign out',
  },
  {
    name: 'tenfold:wish',
    what: 'the page or plan that you wanted, while you confirm your address',
    until: 'until it is used, at most 24 hours',
  },
  {
    name: 'tenfold:guest-emails',
    what: 'the address with which you began to buy without an account, so that you need not type it again',
    until: '24 hours',
  },
  {
    name: 'tenfold:departure',
    what: 'the address in the sign-in form, while you are at Google or Slack',
    until: 'until you are back, or close the tab',
  },
  {
    name: 'tenfold:tab',
    what: 'a random name of this tab, so that two tabs of yours do not send the same message twice',
    until: 'until you close the tab',
  },
  {
    name: 'tenfold:visitor-chat',
    what: 'what you and the chatbot of the public pages said',
    until: 'until you close the tab',
  },
];
