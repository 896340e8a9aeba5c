import { describe, expect, test } from 'vitest';
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
});
