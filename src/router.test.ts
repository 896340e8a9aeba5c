import { expect, it } from 'vitest';
import { createAppRouter } from './router.tsx';

const site = {
  publicUrl: 'http://localhost:3000',
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

const never = () => Promise.reject(new Error('nothing is read here'));

it('every value in a URL is plain text, even one that looks like a number or a boolean', () => {
  const { parseSearch, stringifySearch } = createAppRouter({
    context: {
      site,
      theme: undefined,
      reads: {
        visitor: never,
        checkoutStart: never,
        articles: never,
        article: never,
        status: never,
        signInStage: never,
      },
    },
  }).options;
  const query = {
    token: '0123456789',
    urgent: 'true',
    redirect: '/dashboard/seomi?c=1&d=2',
    email: 'ana+1@example.com',
  };
  expect(parseSearch('?token=0123456789&urgent=true')).toEqual({ token: '0123456789', urgent: 'true' });
  expect(parseSearch(stringifySearch(query))).toEqual(query);
});
