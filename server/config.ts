import { z } from 'zod';
import type { DatabaseLocation } from '#db/client.ts';
import type { ModelSettings } from '#server/gateways/model/model-client.ts';
import type { OAuthSettings, OAuthWorld } from '#server/gateways/oauth.ts';
import type { StripeSettings } from '#server/gateways/stripe/stripe-client.ts';
import type { SmsSettings } from '#server/gateways/sms.ts';
import { listed } from '#server/lib/listed.ts';

const port = z.coerce.number().int().min(0).max(65_535);
const optionalUrl = z.url().optional();
const issuerUrl = z.url({ protocol: /^https?$/ }).optional();
// Node's timers take no more than a signed 32-bit number and would fire at once.
const timeoutMs = z.coerce.number().int().min(1).max(2_147_483_647);
const priceUsd = z.coerce.number().min(0).optional();
const httpsUrls = z.preprocess((text) => listed(String(text)), z.array(z.url({ protocol: /^https$/ })).max(8));
const capUsd = z.coerce.number().positive().optional();

const environmentSchema = z.object({
  NODE_ENV: z.string().default('development'),
  PORT: port.default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  DATABASE_POOL_MAX: z.coerce.number().int().min(1).max(500).default(10),
  DATA_DIR: z.string().min(1).default('.data'),
  CLOCK_URL: optionalUrl,
  APP_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
  APP_SECRET_PREVIOUS: z.string().optional(),
  TRUSTED_PROXIES: z.string().default(''),
  SANDBOX_PORT: port.optional(),
  AI_PROVIDER: z.enum(['openai-compatible', 'openai', 'anthropic']).optional(),
  AI_BASE_URL: optionalUrl,
  AI_API_KEY: z.string().optional(),
  AI_MODEL: z.string().optional(),
  AI_ENABLED: z.stringbool().default(true),
  AI_IDLE_TIMEOUT_MS: timeoutMs.default(90_000),
  AI_TOTAL_TIMEOUT_MS: timeoutMs.default(600_000),
  AI_PRICE_INPUT_USD: priceUsd,
  AI_PRICE_OUTPUT_USD: priceUsd,
  AI_DAILY_CAP_USD: capUsd,
  AI_DAILY_CAP_PER_PERSON_USD: capUsd,
  VISITOR_HOURLY_CAP: z.coerce.number().int().min(0).max(1_000_000).default(60),
  VISITOR_DAILY_CAP: z.coerce.number().int().min(0).max(10_000_000).default(2_000),
  VISITOR_ANSWER_TOKENS: z.coerce.number().int().min(50).max(20_000).default(400),
  GOOGLE_ISSUER: issuerUrl,
  GOOGLE_CLIENT_ID: z.string().optional(),
  GOOGLE_CLIENT_SECRET: z.string().optional(),
  SLACK_ISSUER: issuerUrl,
  SLACK_CLIENT_ID: z.string().optional(),
  SLACK_CLIENT_SECRET: z.string().optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  STRIPE_API_BASE: z.url({ protocol: /^https?$/ }).optional(),
  STRIPE_SECRET_KEY: z.string().optional(),
  STRIPE_WEBHOOK_SECRET: z.string().optional(),
  SMS_BASE_URL: z.url({ protocol: /^https?$/ }).optional(),
  SMS_ACCOUNT: z.string().optional(),
  SMS_TOKEN: z.string().optional(),
  SMS_FROM: z.string().optional(),
  SMS_DAILY_CAP: z.coerce.number().int().min(0).max(10_000_000).default(1_000),
  MAIL_FROM: z.string().default('Tenfold <hello@tenfold.example>'),
  SUPPORT_EMAIL: z.email().default('support@tenfold.example'),
  SALES_EMAIL: z.email().default('sales@tenfold.example'),
  CAREERS_EMAIL: z.email().default('careers@tenfold.example'),
  CONTACT_EMAIL: z.email().default('hello@tenfold.example'),
  SOCIAL_LINKS: httpsUrls.optional(),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
});

/** Thrown when the environment is wrong. `message` names every variable and is fit for an operator. */
export class ConfigError extends Error {}

/** What the model's tokens cost, and how much may be spent in one UTC day; `null` means no cap. */
export type Spending = {
  inputUsdPerMillion: number;
  outputUsdPerMillion: number;
  dailyCapUsd: number | null;
  dailyCapPerPersonUsd: number | null;
};

export type Config = {
  isProduction: boolean;
  isDev: boolean;
  port: number;
  host: string;
  publicUrl: string;
  database: DatabaseLocation;
  dataDir: string;
  clockUrl: string | null;
  /** `null` means: made once and kept in `dataDir`. */
  secret: string | null;
  previousSecrets: string[];
  trustedProxies: string[];
  /** `null` when every outside system is configured, and always in production. */
  sandboxPort: number | null;
  model: ModelSettings | null;
  /** Hold for the sandbox's model too. */
  modelLimits: { isEnabled: boolean; idleTimeoutMs: number; totalTimeoutMs: number };
  spending: Spending;
  /** The chatbot of the public site: most questions from one network in an hour and from all in a day, and most tokens of an answer. */
  visitors: { perHour: number; perDay: number; tokens: number };
  /** Sign-in services; `null` means the sandbox, and in production that there is no button. */
  oauth: OAuthWorld;
  /** Payments; `null` means the sandbox. */
  stripe: StripeSettings | null;
  /** Messages to phones; `null` means the sandbox, and in production that nobody can add a phone. */
  sms: SmsSettings | null;
  /** Most messages to phones in one day, all people together. */
  smsDailyCap: number;
  smtpUrl: string | null;
  mailFrom: string;
  emails: { support: string; sales: string; careers: string; contact: string };
  /** Accounts at social networks; `null` means that none were named. */
  socialLinks: string[] | null;
  logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent';
};

function modelSettings(env: z.infer<typeof environmentSchema>): ModelSettings | null {
  if (!env.AI_PROVIDER && !env.AI_BASE_URL && !env.AI_API_KEY) return null;
  const provider = env.AI_PROVIDER ?? 'openai-compatible';
  const missing = [
    ...(env.AI_MODEL ? [] : ['AI_MODEL']),
    ...(provider === 'openai-compatible' && !env.AI_BASE_URL ? ['AI_BASE_URL'] : []),
    ...(provider !== 'openai-compatible' && !env.AI_API_KEY ? ['AI_API_KEY'] : []),
  ];
  if (missing.length > 0) throw new ConfigError(`The model needs ${missing.join(' and ')} as well.`);
  return { provider, baseUrl: env.AI_BASE_URL ?? null, apiKey: env.AI_API_KEY ?? null, model: env.AI_MODEL ?? '' };
}

function oauthSettings(
  env: z.infer<typeof environmentSchema>,
  name: 'GOOGLE' | 'SLACK',
  usualIssuer: string,
): OAuthSettings | null {
  const [clientId, clientSecret] = [env[`${name}_CLIENT_ID`], env[`${name}_CLIENT_SECRET`]];
  const issuer = env[`${name}_ISSUER`];
  if (clientId && clientSecret) return { issuer: issuer ?? usualIssuer, clientId, clientSecret };
  if (!clientId && !clientSecret && !issuer) return null;
  const missing = [...(clientId ? [] : [`${name}_CLIENT_ID`]), ...(clientSecret ? [] : [`${name}_CLIENT_SECRET`])];
  throw new ConfigError(`Sign-in by ${name}_... needs ${missing.join(' and ')} as well.`);
}

function stripeSettings(env: z.infer<typeof environmentSchema>): StripeSettings | null {
  const { STRIPE_API_BASE: baseUrl, STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret } = env;
  if (secretKey && webhookSecret)
    return { baseUrl: baseUrl ?? null, secretKey, webhookSecrets: webhookSecret.split(',') };
  if (!baseUrl && !secretKey && !webhookSecret) return null;
  const missing = (['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'] as const).filter((name) => !env[name]);
  throw new ConfigError(`Payments need ${missing.join(' and ')} as well.`);
}

function smsSettings(env: z.infer<typeof environmentSchema>): SmsSettings | null {
  const { SMS_BASE_URL: baseUrl, SMS_ACCOUNT: account, SMS_TOKEN: token, SMS_FROM: from } = env;
  if (account && token && from) return { baseUrl: baseUrl ?? 'https://api.twilio.com', account, token, from };
  if (baseUrl || account || token || from) {
    const missing = (['SMS_ACCOUNT', 'SMS_TOKEN', 'SMS_FROM'] as const).filter((name) => !env[name]);
    throw new ConfigError(`Messages to phones need ${missing.join(' and ')} as well.`);
  }
  return null;
}

function spending(env: z.infer<typeof environmentSchema>): Spending {
  const caps = (['AI_DAILY_CAP_USD', 'AI_DAILY_CAP_PER_PERSON_USD'] as const).filter((name) => env[name]);
  const unpriced = (['AI_PRICE_INPUT_USD', 'AI_PRICE_OUTPUT_USD'] as const).filter((name) => env[name] === undefined);
  if (caps.length > 0 && unpriced.length > 0)
    throw new ConfigError(`${caps.join(' and ')} can only hold with ${unpriced.join(' and ')} set as well.`);
  return {
    inputUsdPerMillion: env.AI_PRICE_INPUT_USD ?? 0,
    outputUsdPerMillion: env.AI_PRICE_OUTPUT_USD ?? 0,
    dailyCapUsd: env.AI_DAILY_CAP_USD ?? null,
    dailyCapPerPersonUsd: env.AI_DAILY_CAP_PER_PERSON_USD ?? null,
  };
}

/** What production must not run without (ARCHITECTURE "The outside world is on the wire"). */
function missingInProduction(env: z.infer<typeof environmentSchema>, model: ModelSettings | null): string[] {
  return [
    ...(['DATABASE_URL', 'APP_SECRET', 'PUBLIC_URL', 'SMTP_URL'] as const).filter((name) => !env[name]),
    ...(model ? [] : ['AI_PROVIDER', 'AI_MODEL']),
    ...(['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'] as const).filter((name) => !env[name]),
  ];
}

/** Reads the environment once. Empty values count as unset. Throws ConfigError with every problem named. */
export function parseConfig(environment: Record<string, string | undefined>, options: { isDev: boolean }): Config {
  const set = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = environmentSchema.safeParse(set);
  if (!parsed.success) {
    throw new ConfigError(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('\n'));
  }
  const env = parsed.data;
  const isProduction = env.NODE_ENV === 'production';
  const model = modelSettings(env);
  const missing = isProduction ? missingInProduction(env, model) : [];
  if (missing.length > 0) throw new ConfigError(`In production these variables must be set: ${missing.join(', ')}.`);
  if (isProduction && env.CLOCK_URL) throw new ConfigError('CLOCK_URL is for tests and is refused in production.');
  const oauth = {
    google: oauthSettings(env, 'GOOGLE', 'https://accounts.google.com'),
    slack: oauthSettings(env, 'SLACK', 'https://slack.com'),
  };
  const sms = smsSettings(env);
  const stripe = stripeSettings(env);
  const systems = [model, env.SMTP_URL ?? null, oauth.google, oauth.slack, sms, stripe];
  const needsSandbox = !isProduction && systems.includes(null);
  return {
    isProduction,
    isDev: options.isDev,
    port: env.PORT,
    host: env.HOST,
    publicUrl: (env.PUBLIC_URL ?? `http://localhost:${env.PORT}`).replace(/\/+$/, ''),
    database: env.DATABASE_URL
      ? { url: env.DATABASE_URL, poolMax: env.DATABASE_POOL_MAX }
      : { directory: env.DATA_DIR },
    dataDir: env.DATA_DIR,
    clockUrl: env.CLOCK_URL ?? null,
    secret: env.APP_SECRET ?? null,
    previousSecrets: (env.APP_SECRET_PREVIOUS ?? '').split(',').filter(Boolean),
    trustedProxies: listed(env.TRUSTED_PROXIES),
    sandboxPort: needsSandbox ? (env.SANDBOX_PORT ?? (env.PORT === 0 ? 0 : env.PORT + 1)) : null,
    model,
    modelLimits: {
      isEnabled: env.AI_ENABLED,
      idleTimeoutMs: env.AI_IDLE_TIMEOUT_MS,
      totalTimeoutMs: env.AI_TOTAL_TIMEOUT_MS,
    },
    spending: spending(env),
    visitors: { perHour: env.VISITOR_HOURLY_CAP, perDay: env.VISITOR_DAILY_CAP, tokens: env.VISITOR_ANSWER_TOKENS },
    oauth,
    stripe,
    sms,
    smsDailyCap: env.SMS_DAILY_CAP,
    smtpUrl: env.SMTP_URL ?? null,
    mailFrom: env.MAIL_FROM,
    emails: {
      support: env.SUPPORT_EMAIL,
      sales: env.SALES_EMAIL,
      careers: env.CAREERS_EMAIL,
      contact: env.CONTACT_EMAIL,
    },
    socialLinks: env.SOCIAL_LINKS ?? null,
    logLevel: env.LOG_LEVEL,
  };
}

/** The one place that reads the process's environment. */
export function readConfig(options: { isDev: boolean }): Config {
  return parseConfig(process.env, options);
}
