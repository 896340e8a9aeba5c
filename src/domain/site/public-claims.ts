import type { AssistantId } from '#contract/chat/assistants.ts';
/**
 * What we claim about ourselves in public (SITE-3). `computed`: the software knows it or does it, and a test holds us to it;
 * `configured`: a promise made by the operator; `sample`: made up, and labeled as such until the operator replaces it. There is
 * no claim about integrations until there is one.
 */
type Marked = { mark: 'computed' | 'configured' | 'sample' };
export type Claim = Marked & { value: string; what: string };
/** `about` is the teammate whose face stands beside the name. */
export type Testimonial = Marked & { quote: string; name: string; role: string; about: AssistantId };

/** How many languages the assistants answer in (SITE-4): fewer than are on the list, which public pages don't load. */
export const LANGUAGES_CLAIMED = 50;
/** Requests through the contact form get a reply from a person (SITE-4). */
export const SETUP_CLAIM: Claim = { value: '72 hours', what: 'done-for-you setup', mark: 'configured' };

export const CLAIMS: readonly Claim[] = [
  { value: '10,000+', what: 'businesses', mark: 'sample' },
  { value: '24/7', what: 'availability', mark: 'configured' },
  { value: `${LANGUAGES_CLAIMED}+`, what: 'languages', mark: 'computed' },
  { value: '99.9%', what: 'uptime', mark: 'sample' },
];

export const TESTIMONIALS: readonly Testimonial[] = [
  {
    quote: 'Emmie writes the Friday newsletter from my notes. I\u00A0change two words and press send.',
    name: 'Maya Lindqvist',
    role: 'Owner, Fern & Kiln',
    about: 'emmie',
    mark: 'sample',
  },
  {
    quote: 'Cassie drafts the same forty answers so I can write the interesting one.',
    name: 'Tomás Rey',
    role: 'Founder, Ledgerly',
    about: 'cassie',
    mark: 'sample',
  },
  {
    quote: 'We were eleven people doing the work of six. Now the six of us do the work of eleven and go home at five.',
    name: 'Ada Oyelaran',
    role: 'Partner, Northside Agency',
    about: 'opsie',
    mark: 'sample',
  },
];

/** Says once per section which of its figures and quotes are made up; null if none is. */
export function sampleSentence(claims: readonly Claim[], testimonials: readonly Testimonial[]): string | null {
  const figures = claims.filter(({ mark }) => mark === 'sample').map(({ what }) => what);
  const quotes = testimonials.filter(({ mark }) => mark === 'sample');
  const parts = [
    ...(figures.length > 0 ? [`the figures for ${figures.join(' and ')}`] : []),
    ...(quotes.length > 0 && quotes.length < testimonials.length
      ? [`the quotes by ${quotes.map(({ name }) => name).join(' and ')}`]
      : []),
    ...(quotes.length > 0 && quotes.length === testimonials.length ? ['the quotes'] : []),
  ].join(', and ');
  return parts === '' ? null : `${parts.charAt(0).toUpperCase()}${parts.slice(1)} are samples.`;
}
