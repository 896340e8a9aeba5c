import { demoSettings, type DemoSettings } from '#server/config/demo.ts';
import { ConfigError, environmentSchema, type Environment } from '#server/config/environment.ts';
import {
  embeddingModel,
  modelSettings,
  oauthSettings,
  pushSettings,
  smsSettings,
  stripeSettings,
} from '#server/config/outside-systems.ts';
import { spending, type Spending } from '#server/config/spending.ts';
import type { DatabaseLocation } from '#db/client.ts';
import type { ModelSettings } from '#server/gateways/model/model-client.ts';
import type { OAuthWorld } from '#server/gateways/oauth.ts';
import type { PushSettings } from '#server/gateways/push/push.ts';
import type { StripeSettings } from '#server/gateways/stripe/stripe-client.ts';
import type { SmsSettings } from '#server/gateways/sms.ts';
import { listed } from '#server/lib/text/listed.ts';
import { ZOD_MESSAGES } from '#server/lib/validation-messages.ts';
import { trimEnd } from '#server/lib/text/trim.ts';

export type Config = {
  isProduction: boolean;
  isDev: boolean;
  port: number;
  host: string;
  publicUrl: string;
  /** How long what has begun may take to finish when the process is stopped, in milliseconds. */
  drainMs: number;
  database: DatabaseLocation;
  /** How long a start waits for a database that isn't reachable, in seconds. */
  databaseWaitS: number;
  dataDir: string;
  clockUrl: string | null;
  /** `null` means that a secret is generated and stored in `dataDir`. */
  secret: string | null;
  previousSecrets: string[];
  trustedProxies: string[];
  demo: DemoSettings;
  /** False on a restored copy that must send nothing: no jobs, no emails and no text messages. */
  startsJobs: boolean;
  /** Where the sandbox listens. */
  sandboxHost: string;
  /** `null` when every outside service is configured, and always in production. */
  sandboxPort: number | null;
  model: ModelSettings | null;
  /** The model that turns texts into vectors, at the same provider; `null` means that texts are found by their words alone. */
  embeddingModel: string | null;
  /** Whether teammates may call tools, such as to remember something; false for a model that can't. */
  hasModelTools: boolean;
  /** These apply to the sandbox's model too. */
  modelLimits: { isEnabled: boolean; idleTimeoutMs: number; totalTimeoutMs: number };
  spending: Spending;
  /** Caps for the public site's chatbot: questions per network and hour, questions per day overall, and tokens per answer. */
  visitors: { perHour: number; perDay: number; tokens: number };
  /** Sign-in services; `null` means the sandbox, or without `demo` that the button is hidden. */
  oauth: OAuthWorld;
  /** Payments; `null` means the sandbox. */
  stripe: StripeSettings | null;
  /** Whether Stripe Tax adds tax to the prices. */
  isTaxed: boolean;
  /** Text messages; `null` means the sandbox, or in production that nobody can add a phone. */
  sms: SmsSettings | null;
  /** Browser notifications; `null` means that they aren't offered. */
  push: PushSettings | null;
  /** Multiplies every daily budget. */
  budgetFactor: number;
  /** The most text messages sent in one day, across all users. */
  smsDailyCap: number;
  /** The most sign-up and password reset emails sent in one day, across all users. */
  accountEmailDailyCap: number;
  /** Websites that are answered elsewhere, for tests; `null` means the sandbox's, or in production none. */
  webStandIns: ReadonlyMap<string, URL> | null;
  smtpUrl: string | null;
  mailFrom: string;
  emails: { support: string; sales: string; careers: string; contact: string };
  /** Social media accounts; `null` if none were set. */
  socialLinks: string[] | null;
  logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent';
};

/** What production must not run without (docs/architecture.md, "Rules the compiler can't check"). */
function missingInProduction(env: Environment, model: ModelSettings | null): string[] {
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
  const placeholders = Object.keys(set).filter((name) => name in environmentSchema.shape && set[name]?.endsWith('...'));
  if (placeholders.length > 0)
    throw new ConfigError(`Replace the "..." of the example in these variables: ${placeholders.join(', ')}.`);
  const parsed = environmentSchema.safeParse(set, ZOD_MESSAGES);
  if (!parsed.success) {
    throw new ConfigError(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('\n'));
  }
  const env = parsed.data;
  const isProduction = env.NODE_ENV === 'production';
  const model = modelSettings(env);
  const missing = isProduction ? missingInProduction(env, model) : [];
  if (missing.length > 0) throw new ConfigError(`Production requires these variables: ${missing.join(', ')}.`);
  if (isProduction && env.CLOCK_URL) throw new ConfigError('CLOCK_URL is for tests only. Unset it in production.');
  if (isProduction && env.BUDGET_FACTOR !== 1)
    throw new ConfigError('BUDGET_FACTOR is for tests and benchmarks only. Unset it in production.');
  if (isProduction && env.WEB_STAND_INS)
    throw new ConfigError('WEB_STAND_INS is for tests only. Unset it in production.');
  const oauth = {
    google: oauthSettings(env, 'GOOGLE', 'https://accounts.google.com'),
    slack: oauthSettings(env, 'SLACK', 'https://slack.com'),
  };
  const sms = smsSettings(env);
  const stripe = stripeSettings(env);
  const demo = demoSettings(env);
  const signIn = demo.isOn ? [oauth.google, oauth.slack] : [];
  const systems = [model, env.SMTP_URL ?? null, ...signIn, sms, stripe];
  const needsSandbox = !isProduction && systems.includes(null);
  return {
    isProduction,
    isDev: options.isDev,
    port: env.PORT,
    host: env.HOST,
    drainMs: (env.DRAIN_S ?? (isProduction ? 30 : 2)) * 1_000,
    publicUrl: trimEnd(env.PUBLIC_URL ?? `http://localhost:${env.PORT}`, /\//),
    database: env.DATABASE_URL
      ? { url: env.DATABASE_URL, poolMax: env.DATABASE_POOL_MAX }
      : { directory: env.DATA_DIR },
    databaseWaitS: env.DATABASE_WAIT_S,
    dataDir: env.DATA_DIR,
    clockUrl: env.CLOCK_URL ?? null,
    secret: env.APP_SECRET ?? null,
    previousSecrets: listed(env.APP_SECRET_PREVIOUS ?? ''),
    trustedProxies: listed(env.TRUSTED_PROXIES),
    demo,
    startsJobs: env.START_JOBS,
    sandboxHost: env.SANDBOX_HOST,
    sandboxPort: needsSandbox ? (env.SANDBOX_PORT ?? (env.PORT === 0 ? 0 : env.PORT + 1)) : null,
    model,
    embeddingModel: embeddingModel(env),
    hasModelTools: env.AI_TOOLS,
    modelLimits: {
      isEnabled: env.AI_ENABLED,
      idleTimeoutMs: env.AI_IDLE_TIMEOUT_MS,
      totalTimeoutMs: env.AI_TOTAL_TIMEOUT_MS,
    },
    spending: spending(env),
    visitors: { perHour: env.VISITOR_HOURLY_CAP, perDay: env.VISITOR_DAILY_CAP, tokens: env.VISITOR_ANSWER_TOKENS },
    oauth,
    stripe,
    isTaxed: env.STRIPE_TAX,
    sms,
    push: pushSettings(env),
    budgetFactor: env.BUDGET_FACTOR,
    smsDailyCap: env.SMS_DAILY_CAP,
    accountEmailDailyCap: env.ACCOUNT_EMAIL_DAILY_CAP,
    webStandIns: env.WEB_STAND_INS ? new Map(env.WEB_STAND_INS.map(([host, url]) => [host, new URL(url)])) : null,
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
