import { GUARANTEE_DAYS } from '#contract/billing-times.ts';

/** What we say of ourselves in public. `sample` is shown with that word until whoever runs the product replaces it (DECISIONS "Public claims"). */
export type Testimonial = { quote: string; name: string; role: string; mark: 'sample' | 'configured' };

export const TESTIMONIALS: readonly Testimonial[] = [
  {
    quote: 'We were eleven people doing the work of six. Now the six of us do the work of eleven and go home at five.',
    name: 'Ada Oyelaran',
    role: 'Partner, Northside Agency',
    mark: 'sample',
  },
  {
    quote: 'Emmie writes the Friday letter from my notes. I change two words and press send.',
    name: 'Maya Lindqvist',
    role: 'Owner, Fern & Kiln',
    mark: 'sample',
  },
];

export const GUARANTEE_CLAIM = `${GUARANTEE_DAYS}-day money-back guarantee`;
