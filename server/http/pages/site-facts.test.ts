import { expect, it } from 'vitest';
import { parseConfig } from '#server/config.ts';
import { siteFacts } from './site-facts.ts';

const production = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://u:p@db/tenfold',
  APP_SECRET: 'x'.repeat(32),
  PUBLIC_URL: 'https://tenfold.example',
  SMTP_URL: 'smtps://mailer:hush@mail.example:465',
  AI_PROVIDER: 'anthropic',
  AI_API_KEY: 'hush',
  AI_MODEL: 'model',
  STRIPE_SECRET_KEY: 'hush',
  STRIPE_WEBHOOK_SECRET: 'hush',
};
const running = { sandboxInboxUrl: null, providers: [], hasPhoneFactor: false };
const factsOf = (environment: Record<string, string>) => siteFacts(parseConfig(environment, { isDev: false }), running);

it('names who receives personal data, by host and without credentials', () => {
  const facts = factsOf({ ...production, GOOGLE_CLIENT_ID: 'hush', GOOGLE_CLIENT_SECRET: 'hush' });
  expect(facts.processors).toEqual([
    { role: 'model', host: 'api.anthropic.com' },
    { role: 'mail', host: 'mail.example' },
    { role: 'payments', host: 'api.stripe.com' },
    { role: 'google', host: 'accounts.google.com' },
  ]);
  expect(JSON.stringify(facts)).not.toMatch(/hush|mailer/);
});

it('names the hosts that were configured instead of the vendors’ own', () => {
  const { processors } = factsOf({
    ...production,
    AI_PROVIDER: 'openai-compatible',
    AI_BASE_URL: 'http://user:hush@models.example:8000/v1',
    STRIPE_API_BASE: 'https://stripe.example',
  });
  expect(processors.map(({ host }) => host)).toEqual(['models.example', 'mail.example', 'stripe.example']);
});

it('says which services the sandbox stands in for', () => {
  const { processors } = factsOf({ SMTP_URL: 'smtp://mail.example' });
  expect(processors).toHaveLength(6);
  expect(processors.filter(({ host }) => host !== null)).toEqual([{ role: 'mail', host: 'mail.example' }]);
});

it('links to the configured social networks, or to samples outside production', () => {
  const own = { SOCIAL_LINKS: 'https://bsky.app/profile/a' };
  const named = { urls: ['https://bsky.app/profile/a'], areSamples: false };
  expect(factsOf(own).socialLinks).toEqual(named);
  expect(factsOf({ ...production, ...own }).socialLinks).toEqual(named);
  expect(factsOf(production).socialLinks).toEqual({ urls: [], areSamples: false });
  const { urls, areSamples } = factsOf({}).socialLinks;
  expect(areSamples).toBe(true);
  // Samples use reserved names, so that they never lead to a stranger's account.
  expect(urls.every((url) => new URL(url).hostname.endsWith('.example'))).toBe(true);
});
