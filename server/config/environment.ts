import { z } from 'zod';
import { emailSchema } from '#contract/account/auth.ts';
import { listed } from '#server/lib/text/listed.ts';

const port = z.coerce.number().int().min(0).max(65_535);
const optionalUrl = z.url().optional();
const issuerUrl = z.url({ protocol: /^https?$/ }).optional();
// Node's timers accept at most a signed 32-bit number; anything larger fires immediately.
const timeoutMs = z.coerce.number().int().min(1).max(2_147_483_647);
const priceUsd = z.coerce.number().min(0).optional();
const httpsUrls = z.preprocess((text) => listed(String(text)), z.array(z.url({ protocol: /^https$/ })).max(8));
/** Hosts that don't exist on the internet (RFC 2606), each with the address that answers for it: `shop.example=http://127.0.0.1:3001`. */
const standIns = z.preprocess(
  (text) => listed(String(text)).map((entry) => entry.split('=', 2)),
  z.array(
    z.tuple([
      z.string().regex(/^(?:[a-z0-9-]+\.)+(?:example|test)$/, 'must be a host that ends in .example or .test'),
      z.url({ protocol: /^http$/ }),
    ]),
  ),
);
const capUsd = z.coerce.number().positive().optional();

/** Every variable the product reads, by its name. Empty values have been removed before. */
export const environmentSchema = z.object({
  NODE_ENV: z
    .enum(['production', 'development', 'test'], {
      error: ({ input }) => `must be production, development or test, not "${String(input)}"`,
    })
    .default('development'),
  DEMO: z.stringbool().optional(),
  PORT: port.default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** Seconds. 30 by default in production and 2 elsewhere, where someone waits at the keyboard. */
  DRAIN_S: z.coerce.number().min(0).max(3_600).optional(),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  DATABASE_POOL_MAX: z.coerce.number().int().min(1).max(500).default(10),
  DATABASE_WAIT_S: z.coerce.number().int().min(0).max(3_600).default(60),
  DATA_DIR: z.string().min(1).default('.data'),
  CLOCK_URL: optionalUrl,
  APP_SECRET: z.string().min(32, 'must be at least 32 characters long').optional(),
  APP_SECRET_PREVIOUS: z.string().optional(),
  TRUSTED_PROXIES: z.string().default(''),
  START_JOBS: z.stringbool().default(true),
  SANDBOX_HOST: z.string().min(1).default('127.0.0.1'),
  SANDBOX_PORT: port.optional(),
  AI_PROVIDER: z.enum(['openai-compatible', 'openai', 'anthropic']).optional(),
  AI_BASE_URL: optionalUrl,
  AI_API_KEY: z.string().optional(),
  AI_MODEL: z.string().optional(),
  AI_EMBEDDING_MODEL: z.string().max(100).optional(),
  AI_ENABLED: z.stringbool().default(true),
  AI_TOOLS: z.stringbool().default(true),
  AI_IDLE_TIMEOUT_MS: timeoutMs.default(80_000),
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
  STRIPE_TAX: z.stringbool().default(false),
  SMS_BASE_URL: z.url({ protocol: /^https?$/ }).optional(),
  SMS_ACCOUNT: z.string().optional(),
  SMS_TOKEN: z.string().optional(),
  SMS_FROM: z.string().optional(),
  VAPID_PUBLIC_KEY: z.string().optional(),
  VAPID_PRIVATE_KEY: z.string().optional(),
  WEB_STAND_INS: standIns.optional(),
  ACCOUNT_EMAIL_DAILY_CAP: z.coerce.number().int().min(0).max(10_000_000).default(2_000),
  BUDGET_FACTOR: z.coerce.number().int().min(1).max(10_000).default(1),
  SMS_DAILY_CAP: z.coerce.number().int().min(0).max(10_000_000).default(1_000),
  MAIL_FROM: z.string().default('Tenfold <hello@tenfold.example>'),
  SUPPORT_EMAIL: emailSchema.default('support@tenfold.example'),
  SALES_EMAIL: emailSchema.default('sales@tenfold.example'),
  CAREERS_EMAIL: emailSchema.default('careers@tenfold.example'),
  CONTACT_EMAIL: emailSchema.default('hello@tenfold.example'),
  SOCIAL_LINKS: httpsUrls.optional(),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
});

export type Environment = z.infer<typeof environmentSchema>;

/** Thrown when the environment is invalid. `message` names every variable and is written for operators. */
export class ConfigError extends Error {}
