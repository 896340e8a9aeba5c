/** What `/newsletter` may have to say; in its address as `state`. */
export const NEWSLETTER_STATES = [
  'sent',
  'confirmed',
  'unsubscribed',
  'NEWSLETTER_LINK_INVALID',
  'TOO_MANY_ATTEMPTS',
  'INTERNAL',
] as const;
export type NewsletterState = (typeof NEWSLETTER_STATES)[number];

export const isNewsletterState = (value: unknown): value is NewsletterState =>
  NEWSLETTER_STATES.some((state) => state === value);

type Words = { title: string; text: string; isOver?: boolean };

export const NEWSLETTER_WORDS: Record<NewsletterState, Words> = {
  sent: {
    title: 'Check your inbox',
    text: 'A mail is on its way to the address that you typed. Confirm it there, and the next article comes to you.',
    isOver: true,
  },
  confirmed: {
    title: 'You are subscribed',
    text: 'The next article comes to you by mail. Every letter has a link to leave with one click.',
    isOver: true,
  },
  unsubscribed: {
    title: 'You are unsubscribed',
    text: 'Your address is off the list and no letter comes any more. If that was a slip, you can ask for it again.',
  },
  NEWSLETTER_LINK_INVALID: {
    title: 'This link does not work any more',
    text: 'It has expired, or it did its work already. If you confirmed before, you are subscribed. If not, enter your address and we send you a new one.',
  },
  TOO_MANY_ATTEMPTS: {
    title: 'Too many attempts',
    text: 'There were too many attempts from your network. Please wait a few minutes and open the link in the mail again.',
    isOver: true,
  },
  INTERNAL: {
    title: 'That did not work',
    text: 'Something went wrong on our side. Nothing was changed; please open the link in the mail again in a moment.',
    isOver: true,
  },
};
