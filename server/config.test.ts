import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { UNSET_SETTINGS } from '../scripts/lib/unset-settings.mjs';
import { VAPID_KEYS } from '#tests/support/web/push-service.ts';
import { parseConfig } from './config.ts';
import { ConfigError } from './config/environment.ts';

const production = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://u:p@db/tenfold',
  APP_SECRET: 'x'.repeat(32),
  PUBLIC_URL: 'https://tenfold.example',
  SMTP_URL: 'smtp://mail',
  AI_PROVIDER: 'openai',
  AI_API_KEY: 'key',
  AI_MODEL: 'model',
  STRIPE_SECRET_KEY: 'sk_live_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
};
const parse = (environment: Record<string, string>) => parseConfig(environment, { isDev: false });

describe('the configuration', () => {
  test('refuses what is left of an example, by name', () => {
    const settings = { ...production, SMTP_URL: 'smtps://...', AI_API_KEY: '...' };
    expect(() => parse(settings)).toThrow('Replace the "..." of the example in these variables: SMTP_URL, AI_API_KEY.');
  });
  test('needs no settings on a laptop: embedded database and sandbox', () => {
    expect(parse({})).toMatchObject({
      port: 3000,
      sandboxPort: 3001,
      publicUrl: 'http://localhost:3000',
      database: { directory: '.data' },
    });
  });

  test('takes an empty variable as unset', () => {
    expect(parse({ PORT: '', DATABASE_URL: '' })).toEqual(parse({}));
  });

  test.each(['prod', 'Production', 'PRODUCTION', 'production ', 'live'])('refuses NODE_ENV=%s, by name', (NODE_ENV) => {
    expect(() => parse({ ...production, NODE_ENV })).toThrow(
      `NODE_ENV: must be production, development or test, not "${NODE_ENV}"`,
    );
  });

  test.each(['production', 'development', 'test'])('knows NODE_ENV=%s', (NODE_ENV) => {
    expect(parse({ ...production, NODE_ENV }).isProduction).toBe(NODE_ENV === 'production');
  });

  test('has demo accounts on a laptop', () => {
    expect(parse({}).demo).toEqual({ isOn: true });
    for (const HOST of ['127.0.0.1', '127.8.0.1', '::1', 'localhost', 'LOCALHOST'])
      expect(parse({ HOST, STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 's' }).demo.isOn, HOST).toBe(true);
  });

  test('has demo accounts at an address of this computer, also behind a proxy', () => {
    for (const host of ['localhost:8080', 'LOCALHOST', 'app.localhost', '127.0.0.1:3000', '[::1]:3000'])
      expect(parse({ PUBLIC_URL: `http://${host}`, TRUSTED_PROXIES: '127.0.0.1' }).demo.isOn, host).toBe(true);
  });

  test.each([
    ['an https address', { PUBLIC_URL: 'https://tenfold.example' }, 'PUBLIC_URL is an https address'],
    ['an https address in capitals', { PUBLIC_URL: 'HTTPS://tenfold.example' }, 'PUBLIC_URL is an https address'],
    ['a host with a name', { PUBLIC_URL: 'http://tenfold.example' }, 'PUBLIC_URL leads to tenfold.example'],
    [
      'an address in a network as its own',
      { PUBLIC_URL: 'http://192.168.1.5:3000' },
      'PUBLIC_URL leads to 192.168.1.5',
    ],
    ['a live key', { STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_WEBHOOK_SECRET: 's' }, 'STRIPE_SECRET_KEY is a live key'],
    ['a live restricted key', { STRIPE_SECRET_KEY: 'rk_live_1', STRIPE_WEBHOOK_SECRET: 's' }, 'is a live key'],
    ['every IPv4 address', { HOST: '0.0.0.0' }, 'HOST=0.0.0.0 can be reached from other machines'],
    ['every IPv6 address', { HOST: '::' }, 'HOST=:: can be reached'],
    ['an address in a network', { HOST: '10.0.0.5' }, 'HOST=10.0.0.5 can be reached'],
  ])('has no demo accounts and no sign-in stand-ins beside %s, unless DEMO says so', (_, environment, reason) => {
    const { demo } = parse(environment);
    expect(demo.isOn ? '' : demo.offBecause).toContain(reason);
    expect(parse({ ...environment, DEMO: 'on' }).demo).toEqual({ isOn: true });
  });

  test('has no demo accounts in production, and refuses DEMO there', () => {
    expect(parse(production).demo).toEqual({ isOn: false, offBecause: 'NODE_ENV is production' });
    expect(() => parse({ ...production, DEMO: 'on' })).toThrow('Unset it in production');
    expect(parse({ ...production, DEMO: 'off' }).demo.isOn).toBe(false);
    expect(parse({ DEMO: 'off' }).demo).toEqual({ isOn: false, offBecause: 'DEMO is off' });
  });

  test('has the sandbox listen on loopback, whatever HOST is', () => {
    expect(parse({ HOST: '0.0.0.0' }).sandboxHost).toBe('127.0.0.1');
    expect(parse({ SANDBOX_HOST: '0.0.0.0' }).sandboxHost).toBe('0.0.0.0');
  });

  test('runs jobs unless START_JOBS is off', () => {
    expect(parse({}).startsJobs).toBe(true);
    expect(parse({ START_JOBS: 'off' }).startsJobs).toBe(false);
    expect(() => parse({ START_JOBS: 'perhaps' })).toThrow('START_JOBS');
  });

  test('runs without the sandbox in production', () => {
    expect(parse(production).sandboxPort).toBeNull();
  });

  test.each(['DATABASE_URL', 'APP_SECRET', 'PUBLIC_URL', 'SMTP_URL', 'STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'])(
    'refuses production without %s, by name',
    (name) => {
      expect(() => parse({ ...production, [name]: '' })).toThrow(name);
    },
  );

  test('refuses production without a model, by name', () => {
    expect(() => parse({ ...production, AI_PROVIDER: '', AI_API_KEY: '', AI_MODEL: '' })).toThrow('AI_PROVIDER');
  });

  test('takes earlier master keys as a list, with or without spaces', () => {
    expect(parse({ APP_SECRET_PREVIOUS: 'older, oldest,' }).previousSecrets).toEqual(['older', 'oldest']);
  });

  test('refuses a moved clock in production', () => {
    expect(() => parse({ ...production, CLOCK_URL: 'http://127.0.0.1:9' })).toThrow(ConfigError);
  });

  test('has hosts that don’t exist answered elsewhere, except in production', () => {
    const environment = { WEB_STAND_INS: 'fernandkiln.example=http://127.0.0.1:3001, cafe.test=http://sandbox:80' };
    expect([...(parse(environment).webStandIns ?? [])].map(([host, url]) => [host, url.href])).toEqual([
      ['fernandkiln.example', 'http://127.0.0.1:3001/'],
      ['cafe.test', 'http://sandbox/'],
    ]);
    expect(parse({}).webStandIns).toBeNull();
    expect(() => parse({ ...production, ...environment })).toThrow(/WEB_STAND_INS is for tests only/);
  });

  test.each([
    'fernandkiln.com=http://127.0.0.1:3001',
    'localhost=http://127.0.0.1:3001',
    'example=http://127.0.0.1:3001',
    'fernandkiln.example',
    'fernandkiln.example=https://127.0.0.1:3001',
    'http://127.0.0.1:3001',
  ])('refuses %s as a stand-in for a website', (value) => {
    expect(() => parse({ WEB_STAND_INS: value })).toThrow('WEB_STAND_INS');
  });

  test('names every wrong variable in one message', () => {
    expect(() => parse({ PORT: 'many', SMTP_URL: 'http://x' })).toThrow(/PORT[\s\S]*SMTP_URL/);
  });

  test('sends text messages through Twilio, or a compatible service', () => {
    const sms = { SMS_ACCOUNT: 'AC1', SMS_TOKEN: 's', SMS_FROM: '+15550100100' };
    const settings = { account: 'AC1', token: 's', from: '+15550100100' };
    expect(parse(sms).sms).toEqual({ baseUrl: 'https://api.twilio.com', ...settings });
    expect(parse({ ...sms, SMS_BASE_URL: 'http://sms.test' }).sms).toEqual({ baseUrl: 'http://sms.test', ...settings });
    expect(parse(production)).toMatchObject({ sms: null, smsDailyCap: 1_000 });
    expect(parse({ SMS_DAILY_CAP: '0' }).smsDailyCap).toBe(0);
  });

  test('offers browser notifications with a pair of keys, and refuses half of one', () => {
    const settings = { publicKey: VAPID_KEYS.VAPID_PUBLIC_KEY, privateKey: VAPID_KEYS.VAPID_PRIVATE_KEY };
    expect(parse(production).push).toBeNull();
    expect(parse({ ...VAPID_KEYS, SUPPORT_EMAIL: 'help@shop.example' }).push).toEqual({
      ...settings,
      subject: 'mailto:help@shop.example',
    });
    expect(() => parse({ ...VAPID_KEYS, VAPID_PRIVATE_KEY: '' })).toThrow('VAPID_PRIVATE_KEY');
    expect(() => parse({ ...VAPID_KEYS, VAPID_PUBLIC_KEY: '' })).toThrow('VAPID_PUBLIC_KEY');
    for (const VAPID_PRIVATE_KEY of ['x'.repeat(43), 'not a key', settings.publicKey])
      expect(() => parse({ ...VAPID_KEYS, VAPID_PRIVATE_KEY })).toThrow('are not a pair');
  });

  test('accepts only https addresses for social network accounts', () => {
    const own = { SOCIAL_LINKS: 'https://www.linkedin.com/company/a, https://bsky.app/profile/a,' };
    expect(parse(own).socialLinks).toEqual(['https://www.linkedin.com/company/a', 'https://bsky.app/profile/a']);
    expect(parse({}).socialLinks).toBeNull();
    expect(() => parse({ SOCIAL_LINKS: 'javascript:alert(1)' })).toThrow('SOCIAL_LINKS');
  });

  test.each(['SMS_ACCOUNT', 'SMS_TOKEN', 'SMS_FROM'])('refuses text messages without %s, by name', (name) => {
    const sms = { SMS_BASE_URL: 'http://sms.test', SMS_ACCOUNT: 'AC1', SMS_TOKEN: 's', SMS_FROM: '+15550100100' };
    expect(() => parse({ ...sms, [name]: '' })).toThrow(name);
  });

  test('takes payments through Stripe, or a compatible service', () => {
    const { stripe } = parse(production);
    expect(stripe).toEqual({ baseUrl: null, secretKey: 'sk_live_1', webhookSecrets: ['whsec_1'] });
    expect(parse({ ...production, STRIPE_API_BASE: 'http://stripe.test' }).stripe?.baseUrl).toBe('http://stripe.test');
    expect(parse({ ...production, STRIPE_WEBHOOK_SECRET: 'whsec_1, whsec_2' }).stripe?.webhookSecrets).toEqual([
      'whsec_1',
      'whsec_2',
    ]);
    expect(parse({}).stripe).toBeNull();
    expect(() => parse({ STRIPE_API_BASE: 'http://stripe.test' })).toThrow(
      /STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET/,
    );
  });

  test('knows the issuers of Google and Slack, and accepts others', () => {
    const ids = { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 's', SLACK_CLIENT_ID: 'id', SLACK_CLIENT_SECRET: 's' };
    expect(parse(ids).oauth).toEqual({
      google: { issuer: 'https://accounts.google.com', clientId: 'id', clientSecret: 's' },
      slack: { issuer: 'https://slack.com', clientId: 'id', clientSecret: 's' },
    });
    expect(parse({ ...ids, SLACK_ISSUER: 'https://id.example' }).oauth.slack?.issuer).toBe('https://id.example');
    expect(parse(production).oauth, 'no button in production').toEqual({ google: null, slack: null });
  });

  test.each([
    [{ GOOGLE_CLIENT_ID: 'id' }, /Google sign-in, also set GOOGLE_CLIENT_SECRET\.$/],
    [{ SLACK_CLIENT_SECRET: 's' }, /Slack sign-in, also set SLACK_CLIENT_ID\.$/],
    [{ SLACK_ISSUER: 'https://id.example' }, /also set SLACK_CLIENT_ID and SLACK_CLIENT_SECRET\.$/],
    [{ GOOGLE_ISSUER: 'ftp://id.example' }, /GOOGLE_ISSUER/],
  ])('refuses an incomplete sign-in service, by name: %j', (environment, message) => {
    expect(() => parse(environment)).toThrow(message);
  });

  test('takes a model for embeddings where the provider has any', () => {
    expect(parse({}).embeddingModel).toBeNull();
    expect(parse({ AI_EMBEDDING_MODEL: 'nomic-embed-text' }).embeddingModel).toBe('nomic-embed-text');
    const anthropic = { AI_PROVIDER: 'anthropic', AI_API_KEY: 'key', AI_MODEL: 'model' };
    expect(() => parse({ ...anthropic, AI_EMBEDDING_MODEL: 'any' })).toThrow(
      /^AI_EMBEDDING_MODEL .*Anthropic has no embeddings/,
    );
  });

  test('starts the sandbox only if a service has no settings', () => {
    const sms = { SMS_ACCOUNT: 'a', SMS_TOKEN: 't', SMS_FROM: '+15550100100' };
    const google = { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 's' };
    const most = { ...production, NODE_ENV: 'test', DEMO: 'on', ...sms, ...google };
    expect(parse(most).sandboxPort).toBe(3001);
    expect(parse({ ...most, DEMO: '' }).sandboxPort, 'nobody signs in through a stand-in').toBeNull();
    expect(parse({ ...most, SLACK_CLIENT_ID: 'id', SLACK_CLIENT_SECRET: 's' }).sandboxPort).toBeNull();
  });

  test('enables the model, with generous timeouts and no spending cap, by default', () => {
    expect(parse({})).toMatchObject({
      modelLimits: { isEnabled: true, idleTimeoutMs: 80_000, totalTimeoutMs: 600_000 },
      spending: { inputUsdPerMillion: 0, outputUsdPerMillion: 0, dailyCapUsd: null, dailyCapPerPersonUsd: null },
    });
    expect(parse({ AI_ENABLED: 'false', AI_IDLE_TIMEOUT_MS: '500', AI_TOTAL_TIMEOUT_MS: '9000' }).modelLimits).toEqual({
      isEnabled: false,
      idleTimeoutMs: 500,
      totalTimeoutMs: 9_000,
    });
  });

  test('takes the model’s prices and the daily spending cap', () => {
    const caps = { AI_DAILY_CAP_USD: '20', AI_DAILY_CAP_PER_PERSON_USD: '0.5' };
    expect(parse({ ...caps, AI_PRICE_INPUT_USD: '0.15', AI_PRICE_OUTPUT_USD: '0.6' }).spending).toEqual({
      inputUsdPerMillion: 0.15,
      outputUsdPerMillion: 0.6,
      dailyCapUsd: 20,
      dailyCapPerPersonUsd: 0.5,
    });
  });

  test('refuses a spending cap without prices, by name', () => {
    expect(() => parse({ AI_DAILY_CAP_USD: '20', AI_PRICE_INPUT_USD: '1' })).toThrow(
      /^AI_DAILY_CAP_USD can't be enforced unless you also set AI_PRICE_OUTPUT_USD/,
    );
    expect(() => parse({ AI_DAILY_CAP_PER_PERSON_USD: '1' })).toThrow(/AI_PRICE_INPUT_USD and AI_PRICE_OUTPUT_USD/);
  });

  test.each([
    ['AI_ENABLED', 'perhaps'],
    ['AI_IDLE_TIMEOUT_MS', '0'],
    ['AI_TOTAL_TIMEOUT_MS', '3000000000'],
    ['AI_PRICE_INPUT_USD', '-1'],
    ['AI_DAILY_CAP_USD', '0'],
  ])('refuses %s=%s, by name', (name, value) => {
    expect(() => parse({ [name]: value })).toThrow(name);
  });
});

test('every setting is in .env.example and can be unset in tests', () => {
  const read = (file: string) => readFileSync(new URL(`../${file}`, import.meta.url), 'utf8');
  const settings = [...read('server/config/environment.ts').matchAll(/^ {2}([A-Z][A-Z_]+):/gm)].map(
    ([, name]) => name ?? '',
  );
  const examples = [...read('.env.example').matchAll(/^#? ?([A-Z][A-Z_]+)=/gm)].map(([, name]) => name ?? '');
  // Each test sets these itself.
  const own = ['PORT', 'DATA_DIR', 'LOG_LEVEL'];
  expect(settings.length).toBeGreaterThan(25);
  expect(settings.filter((name) => !examples.includes(name) && name !== 'NODE_ENV')).toEqual([]);
  expect([...Object.keys(UNSET_SETTINGS), ...own].toSorted()).toEqual(settings.toSorted());
});
