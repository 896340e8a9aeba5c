import { GUARANTEE_DAYS } from '#contract/billing/billing-times.ts';

/**
 * What we say of ourselves in public (DECISIONS "Public claims"). `computed`: the software knows it or does it, and a test
 * holds us to that; `configured`: a promise of whoever runs it; `sample`: made up, and shown with that word until whoever
 * runs the product replaces it. How many integrations there are is no claim before there is one.
 */
type Marked = { mark: 'computed' | 'configured' | 'sample' };
export type Claim = Marked & { value: string; what: string };
export type Testimonial = Marked & { quote: string; name: string; role: string };

/** Languages that the assistants can be told to answer in (spec §1): fewer than the list has, whose weight stays off the pages. */
export const LANGUAGES_CLAIMED = 50;
export const GUARANTEE_CLAIM = `${GUARANTEE_DAYS}-day money-back guarantee`;
/** A request by the contact form, which a person answers (DECISIONS "Public claims"). */
export const SETUP_CLAIM: Claim = { value: '72 hours', what: 'done-for-you setup', mark: 'configured' };

export const CLAIMS: readonly Claim[] = [
  { value: '10,000+', what: 'businesses', mark: 'sample' },
  { value: '24/7', what: 'availability', mark: 'configured' },
  { value: `${LANGUAGES_CLAIMED}+`, what: 'languages', mark: 'computed' },
  { value: '99.9%', what: 'uptime', mark: 'sample' },
];

export const TESTIMONIALS: readonly Testimonial[] = [
  {
    quote: 'Emmie writes the Friday letter from my notes. I change two words and press send.',
    name: 'Maya Lindqvist',
    role: 'Owner, Fern & Kiln',
    mark: 'sample',
  },
  {
    quote: 'Cassie drafts the same forty answers, so that I can write the interesting one.',
    name: 'Tomás Rey',
    role: 'Founder, Ledgerly',
    mark: 'sample',
  },
  {
    quote: 'We were eleven people doing the work of six. Now the six of us do the work of eleven and go home at five.',
    name: 'Ada Oyelaran',
    role: 'Partner, Northside Agency',
    mark: 'sample',
  },
];
