import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { UNSET_SETTINGS } from '../scripts/lib/unset-settings.mjs';
import { ConfigError, parseConfig } from './config.ts';

const production = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://u:p@db/tenfold',
  APP_SECRET: 'x'.repeat(32),
  PUBLIC_URL: 'https://tenfold.example',
  SMTP_URL: 'smtp://mail',
  AI_PROVIDER: 'openai',
  AI_API_KEY: 'key',
  AI_MODEL: 'model',
};
const parse = (environment: Record<string, string>) => parseConfig(environment, { isDev: false });

describe('the configuration', () => {
  test('needs nothing at all on a laptop: embedded database and sandbox', () => {
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

  test('runs without the sandbox in production', () => {
    expect(parse(production).sandboxPort).toBeNull();
  });

  test.each(['DATABASE_URL', 'APP_SECRET', 'PUBLIC_URL', 'SMTP_URL'])(
    'refuses production without %s, by name',
    (name) => {
      expect(() => parse({ ...production, [name]: '' })).toThrow(name);
    },
  );

  test('refuses production without a model, by name', () => {
    expect(() => parse({ ...production, AI_PROVIDER: '', AI_API_KEY: '', AI_MODEL: '' })).toThrow('AI_PROVIDER');
  });

  test('refuses a moved clock in production', () => {
    expect(() => parse({ ...production, CLOCK_URL: 'http://127.0.0.1:9' })).toThrow(ConfigError);
  });

  test('names every wrong variable at once', () => {
    expect(() => parse({ PORT: 'many', SMTP_URL: 'http://x' })).toThrow(/PORT[\s\S]*SMTP_URL/);
  });

  test('lets the model answer, patiently and without a cap, unless told otherwise', () => {
    expect(parse({})).toMatchObject({
      modelLimits: { isEnabled: true, idleTimeoutMs: 90_000, totalTimeoutMs: 600_000 },
      spending: { inputUsdPerMillion: 0, outputUsdPerMillion: 0, dailyCapUsd: null, dailyCapPerPersonUsd: null },
    });
    expect(parse({ AI_ENABLED: 'false', AI_IDLE_TIMEOUT_MS: '500', AI_TOTAL_TIMEOUT_MS: '9000' }).modelLimits).toEqual({
      isEnabled: false,
      idleTimeoutMs: 500,
      totalTimeoutMs: 9_000,
    });
  });

  test('takes what the model costs and how much of it may be spent in a day', () => {
    const caps = { AI_DAILY_CAP_USD: '20', AI_DAILY_CAP_PER_PERSON_USD: '0.5' };
    expect(parse({ ...caps, AI_PRICE_INPUT_USD: '0.15', AI_PRICE_OUTPUT_USD: '0.6' }).spending).toEqual({
      inputUsdPerMillion: 0.15,
      outputUsdPerMillion: 0.6,
      dailyCapUsd: 20,
      dailyCapPerPersonUsd: 0.5,
    });
  });

  test('refuses a cap that nothing can be counted against, by name', () => {
    expect(() => parse({ AI_DAILY_CAP_USD: '20', AI_PRICE_INPUT_USD: '1' })).toThrow(
      /^AI_DAILY_CAP_USD can only hold with AI_PRICE_OUTPUT_USD/,
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

test('every setting stands in .env.example, and can be kept out of a test', () => {
  const read = (file: string) => readFileSync(new URL(`../${file}`, import.meta.url), 'utf8');
  const settings = [...read('server/config.ts').matchAll(/^ {2}([A-Z][A-Z_]+):/gm)].map(([, name]) => name ?? '');
  const examples = [...read('.env.example').matchAll(/^#? ?([A-Z][A-Z_]+)=/gm)].map(([, name]) => name ?? '');
  // Each test sets these itself.
  const own = ['PORT', 'DATA_DIR', 'LOG_LEVEL'];
  expect(settings.length).toBeGreaterThan(25);
  expect(settings.filter((name) => !examples.includes(name) && name !== 'NODE_ENV')).toEqual([]);
  expect([...Object.keys(UNSET_SETTINGS), ...own].toSorted()).toEqual(settings.toSorted());
});
