import { OAUTH_ATTEMPT_MINUTES } from '#contract/account/oauth-providers.ts';
import { PAYER_COOKIE_DAYS } from '#contract/billing/billing-times.ts';
import { DEVICE_COOKIE_DAYS, SESSION_ABSOLUTE_DAYS, SESSION_IDLE_DAYS } from '#contract/account/session.ts';

/** What we store in a visitor's browser. A test compares the list with what the code sets. */
export type StoredItem = { name: string; what: string; until: string };

const COOKIES: readonly (StoredItem & { isPrefixed: boolean })[] = [
  {
    name: 'session',
    isPrefixed: true,
    what: 'keeps you signed in. Scripts can’t read it. We set it when you sign in',
    until: `until you sign out, or for ${SESSION_IDLE_DAYS} days after your last visit, and never longer than ${SESSION_ABSOLUTE_DAYS} days`,
  },
  {
    name: 'oauth',
    isPrefixed: true,
    what: 'makes sure nobody else can finish a sign-in you started at Google or Slack. We set it when you go there',
    until: `for ${OAUTH_ATTEMPT_MINUTES} minutes`,
  },
  {
    name: 'device',
    isPrefixed: true,
    what: 'remembers that you’ve signed in here before, so strangers who guess your password elsewhere can’t lock you out. It doesn’t sign you in, and scripts can’t read it. We set it when you sign in',
    until: `for ${DEVICE_COOKIE_DAYS} days after your last sign-in`,
  },
  {
    name: 'factor-device',
    isPrefixed: true,
    what: 'remembers that you’ve passed your second factor here before, so strangers who guess your codes elsewhere can’t lock you out. It doesn’t sign you in or replace a code, and scripts can’t read it. We set it when you enter a code or use a passkey',
    until: `for ${DEVICE_COOKIE_DAYS} days after that. It stops working as soon as you sign out your other devices or change your password`,
  },
  {
    name: 'payer',
    isPrefixed: true,
    what: 'remembers that a plan was paid for here before there was an account, so only this browser can correct its email address or show its card. Scripts can’t read it. We set it when you start such a purchase',
    until: `for ${PAYER_COOKIE_DAYS} days after that`,
  },
  {
    name: 'theme',
    isPrefixed: false,
    what: 'remembers whether you chose light or dark. We set it when you choose',
    until: 'for a year, or until you go back to your system’s setting',
  },
  {
    name: 'sidebar_state',
    isPrefixed: false,
    what: 'remembers whether your dashboard’s sidebar is open. We set it when you open or close it',
    until: 'for 7 days',
  },
];

/** Every cookie, by the name it has at this URL: over https, five of them get a `__Host-` prefix. */
export function cookiesOf(publicUrl: string): StoredItem[] {
  const prefix = publicUrl.startsWith('https:') ? '__Host-' : '';
  return COOKIES.map(({ isPrefixed, name, what, until }) => ({ name: isPrefixed ? prefix + name : name, what, until }));
}

/**
 * Entries in local and session storage, as in `src/lib/storage/stores.ts`. Names that begin with the account's id are
 * listed by the part after it. All that belong to a person also end when their session is ended or someone else signs
 * in.
 */
export const STORED: readonly StoredItem[] = [
  {
    name: 'draft, files, outbox',
    what: 'what you’ve typed in a chat but not sent yet, and the names of the files you’ve added to it',
    until: 'until it’s sent or you sign out',
  },
  {
    name: 'here',
    what: 'a marker that your pages are open in this browser. When it’s deleted, those pages are cleared',
    until: 'until you sign out',
  },
  {
    name: 'private',
    what: 'that a chat you haven’t begun yet is to be private',
    until: 'until its first message is sent or you sign out',
  },
  {
    name: 'prefilled',
    what: 'a request that a link put into a chat’s box for you, so the next link can replace it',
    until: 'until you sign out',
  },
  {
    name: 'template-fill, template-edit',
    what: 'what you’ve filled in or changed in templates and which drafts wait for your yes, so it’s still there when you come back',
    until: 'until you start over, save or discard your changes, or sign out. We keep the last 20 of each',
  },
  {
    name: 'automation-edit',
    what: 'changes to an automation that aren’t saved yet',
    until: 'until they’re saved or you sign out',
  },
  {
    name: 'home',
    what: 'the suggestion you put off until tomorrow on your dashboard, and whether you hid the list for your first hour',
    until: 'until you sign out',
  },
  {
    name: 'tenfold:sign-up-intent',
    what: 'the page or plan you wanted, while you confirm your address',
    until: 'until it’s used, for 24 hours at most',
  },
  {
    name: 'tenfold:guest-emails',
    what: 'the email address you started a purchase with before you had an account, so you don’t have to type it again',
    until: 'for 24 hours, or until you sign out',
  },
  {
    name: 'tenfold:departure',
    what: 'the email address in the sign-in form, while you’re at Google or Slack',
    until: 'until you’re back or close the tab',
  },
  {
    name: 'tenfold:onboarding',
    what: 'what you’ve typed about your business while setting up, so a reload doesn’t lose it',
    until: 'until it’s saved, or you sign out or close the tab',
  },
  {
    name: 'tenfold:new-',
    what: 'a random id for the next chat with each teammate, so two of your tabs don’t write to the same chat',
    until: 'until you close the tab',
  },
  {
    name: 'tsr-scroll-restoration-v1_3',
    what: 'how far you’ve scrolled on each page, so the back button takes you back to that spot',
    until: 'until you close the tab',
  },
  {
    name: 'tenfold:visitor-chat',
    what: 'your conversation with the chatbot on the public pages',
    until: 'until you sign out or close the tab',
  },
];
