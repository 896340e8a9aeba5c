import type { NewsletterState } from './newsletter-states.ts';

type Words = { title: string; text: string; isOver?: boolean };

/** What the page says about each outcome. In a file of its own: the route, which every page loads, only needs the names. */
export const NEWSLETTER_WORDS: Record<NewsletterState, Words> = {
  sent: {
    title: 'Check your inbox',
    text: 'We sent a link to the address you entered. Open it to confirm, and we’ll send you the next article.',
    isOver: true,
  },
  confirmed: {
    title: 'You’re subscribed',
    text: 'We’ll email you the next article. Every issue has a link to unsubscribe with one click.',
    isOver: true,
  },
  unsubscribed: {
    title: 'You’re unsubscribed',
    text: 'We’ve taken your address off the list, and you won’t get any more issues. Changed your mind? You can sign up again here.',
  },
  NEWSLETTER_LINK_INVALID: {
    title: 'This link no longer works',
    text: 'It has expired or was already used. If you’ve confirmed before, you’re subscribed. If not, enter your address and we’ll send you a new link.',
  },
  TOO_MANY_ATTEMPTS: {
    title: 'Too many attempts',
    text: 'There were too many attempts from your network. Please wait a few minutes, then open the link in the email again.',
    isOver: true,
  },
  INTERNAL: {
    title: 'That didn’t work',
    text: 'Something went wrong on our side, and nothing was changed. Please open the link in the email again in a moment.',
    isOver: true,
  },
};
