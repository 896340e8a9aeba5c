import type { Config } from '#server/config.ts';
import type { Database } from '#db/client.ts';
import { createClock, type Clock } from '#server/gateways/clock.ts';
import { createMailPing } from '#server/gateways/mail-ping.ts';
import { createMailGateway, type MailGateway } from '#server/gateways/mail.ts';
import { createLanguageModel } from '#server/gateways/model/model-client.ts';
import { toModelError } from '#server/gateways/model/model-error.ts';
import { createModelPing } from '#server/gateways/model/model-ping.ts';
import { createModelGateway, MODEL_LIMITS, type ModelGateway } from '#server/gateways/model/model.ts';
import { createOAuthGateway, type OAuthLimits, type OAuthWorld } from '#server/gateways/oauth.ts';
import type { StripeSettings } from '#server/gateways/stripe/stripe-client.ts';
import { createStripePing } from '#server/gateways/stripe/stripe-ping.ts';
import { createStripeGateway } from '#server/gateways/stripe/stripe.ts';
import { createSmsGateway, type SmsGateway, type SmsSettings } from '#server/gateways/sms.ts';
import type { Log } from '#server/lib/log.ts';
import { createSealedBox } from '#server/lib/sealed-box.ts';
import { createPasswordQueue, type PasswordQueue } from '#server/lib/password-queue.ts';
import { keyedHash, type KeyedHash } from '#server/lib/secrets.ts';
import { createWorkQueue } from '#server/lib/work-queue.ts';
import { allArticles } from '#server/content/articles/read-articles.ts';
import { createAccountService } from '#server/modules/account/account.service.ts';
import { createAttemptLimiter } from '#server/modules/auth/attempt-limiter.ts';
import { createAuthService } from '#server/modules/auth/auth.service.ts';
import { createSessionService } from '#server/modules/auth/session.service.ts';
import { createSignIn } from '#server/modules/auth/sign-in.ts';
import { createTrial } from '#server/modules/auth/trial.ts';
import { createBillingService } from '#server/modules/billing/billing.service.ts';
import { claimGuestPurchases } from '#server/modules/billing/guest-claim.ts';
import { createPaymentHistory } from '#server/modules/billing/payment-history.ts';
import { createBlogService } from '#server/modules/blog/blog.service.ts';
import { createChatService } from '#server/modules/chat/chat.service.ts';
import { createTurnOpener } from '#server/modules/chat/open-turns.ts';
import { createSavedSignals } from '#server/modules/chat/saved-signals.ts';
import { createSpending } from '#server/modules/chat/spending.ts';
import { createTurnRunner } from '#server/modules/chat/turn-runner.ts';
import { createCodeAttempts } from '#server/modules/factors/code-attempts.service.ts';
import { createFactorsService } from '#server/modules/factors/factors.service.ts';
import { createRecoveryCodes } from '#server/modules/factors/recovery-codes.service.ts';
import { createSmsAllowance } from '#server/modules/factors/sms-allowance.ts';
import { createContact } from '#server/modules/contact/contact.service.ts';
import { createNewsletter } from '#server/modules/newsletter/newsletter.service.ts';
import { createNotices } from '#server/modules/notices/notices.service.ts';
import { createOAuthService } from '#server/modules/oauth/oauth.service.ts';
import { createPasskeysService } from '#server/modules/passkeys/passkeys.service.ts';
import { createProfileService } from '#server/modules/profile/profile.service.ts';
import { createProofService } from '#server/modules/proof/proof.service.ts';
import { createSecurityLog } from '#server/modules/security-log/security-log.service.ts';
import { createStatusService, type Pings } from '#server/modules/status/status.service.ts';
import { createSigningKeys } from '#server/modules/tokens/signing-keys.ts';
import { createTokenService } from '#server/modules/tokens/tokens.service.ts';
import { createUsageService } from '#server/modules/usage/usage.service.ts';
import { createVisitorAllowance } from '#server/modules/visitor/visitor-allowance.ts';
import { createVisitorService } from '#server/modules/visitor/visitor.service.ts';

/** Where the outside world is: the configured addresses, or the sandbox's. */
export type Outside = {
  model: NonNullable<Config['model']>;
  smtpUrl: string;
  stripe: StripeSettings;
  oauth: OAuthWorld;
  sms: SmsSettings | null;
};
export type Overrides = {
  clock?: Clock;
  mail?: MailGateway;
  model?: ModelGateway;
  oauthLimits?: OAuthLimits;
  sms?: SmsGateway | null;
  pings?: Partial<Pings>;
  passwords?: PasswordQueue;
};

/** Downloads of all data: two at a time in this process, one for each person, and nobody waits longer than a proxy does. */
const EXPORT_QUEUE = {
  atOnce: 2,
  maxWaiting: 100,
  maxWaitMs: 30_000,
  maxPerKey: 1,
  keyIsFull: 'EXPORT_RUNNING',
} as const;

/** What the keyed hash of a mailbox is for. A change of this text would give everybody a second trial. */
const TRIAL_CLAIMS = 'trial claims';
/** A change of this text would forget who has paid and was refunded. */
const PAYMENT_HISTORY = 'payment history';
/** A change of this text would spoil everybody's recovery codes. */
const RECOVERY_CODES = 'recovery codes';
export type Services = ReturnType<typeof createServices>;

/** Every service on its gateways, wired once. */
export function createServices(input: {
  config: Config;
  secret: string;
  database: Database;
  outside: Outside;
  log: Log;
  overrides: Overrides;
}) {
  const { config, secret, database, outside, log, overrides } = input;
  const { db } = database;
  const clock = overrides.clock ?? createClock(config.clockUrl);
  const mail = overrides.mail ?? createMailGateway({ smtpUrl: outside.smtpUrl, from: config.mailFrom });
  const model =
    overrides.model ??
    createModelGateway(createLanguageModel(outside.model), { ...MODEL_LIMITS, ...config.modelLimits });
  const { publicUrl } = config;
  const secrets: [string, ...string[]] = [secret, ...config.previousSecrets];
  const hashesFor = (purpose: string): [KeyedHash, ...KeyedHash[]] => [
    keyedHash(secret, purpose),
    ...config.previousSecrets.map((one) => keyedHash(one, purpose)),
  ];
  const isHttps = publicUrl.startsWith('https:');
  const sessions = createSessionService({ db, clock, isHttps });
  const attempts = createAttemptLimiter({ db, clock, hash: keyedHash(secret, 'attempts') });
  const securityLog = createSecurityLog({ db, clock, mail, publicUrl, supportEmail: config.emails.support, log });
  const signIn = createSignIn({ db, clock, sessions, securityLog });
  const trial = createTrial({ clock, hashes: hashesFor(TRIAL_CLAIMS), claimPurchases: claimGuestPurchases });
  const passwords = overrides.passwords ?? createPasswordQueue();
  const people = { db, clock, mail, sessions, attempts, passwords, trial, securityLog, publicUrl };
  const auth = createAuthService({ ...people, signIn });
  const profile = createProfileService({ db, clock });
  const billing = createBillingService({
    ...people,
    profile,
    stripe: createStripeGateway(outside.stripe, log),
    history: createPaymentHistory({ db, hashes: hashesFor(PAYMENT_HISTORY) }),
    log,
  });
  const blog = createBlogService({ listArticles: allArticles });
  const newsletter = createNewsletter({
    ...people,
    hash: keyedHash(secret, 'newsletter links'),
    listArticles: () => blog.list().map((article) => ({ ...article, author: article.author.name })),
    supportEmail: config.emails.support,
    log,
  });
  const contact = createContact({ db, clock, mail, attempts, emails: config.emails, log });
  const exportQueue = createWorkQueue(EXPORT_QUEUE);
  const account = createAccountService({ ...people, billing, newsletter, exportQueue, log });
  const oauth = createOAuthService({
    db,
    clock,
    sessions,
    signIn,
    securityLog,
    trial,
    attempts,
    isHttps,
    log,
    gateway: createOAuthGateway({ world: outside.oauth, publicUrl, clock, log, limits: overrides.oauthLimits }),
    hash: keyedHash(secret, 'oauth attempts'),
  });
  const keys = createSigningKeys({ db, clock, box: createSealedBox(secrets, 'signing keys') });
  const tokens = createTokenService({ db, clock, sessions, securityLog, keys, issuer: `${publicUrl}/auth/v1` });
  const secured = { db, clock, sessions, securityLog };
  const codeAttempts = createCodeAttempts({ db, attempts, securityLog });
  const recoveryCodes = createRecoveryCodes({ ...secured, codeAttempts, hashes: hashesFor(RECOVERY_CODES) });
  const factors = createFactorsService({
    ...secured,
    codeAttempts,
    recoveryCodes,
    allowance: createSmsAllowance({ db, clock, hash: keyedHash(secret, 'sms'), dailyCap: config.smsDailyCap }),
    sms: overrides.sms ?? (outside.sms && createSmsGateway(outside.sms, log)),
    box: createSealedBox(secrets, 'totp'),
    hash: keyedHash(secret, 'codes by phone'),
    host: new URL(publicUrl).hostname,
  });
  const passkeys = createPasskeysService({ ...secured, signIn, attempts, publicUrl });
  const proof = createProofService({
    ...secured,
    mail,
    passwords,
    codeAttempts,
    attempts,
    factors,
    recoveryCodes,
    passkeys,
    hash: keyedHash(secret, 'codes by mail'),
  });
  const usage = createUsageService({ db, clock, profile });
  const notices = createNotices({ db, clock, profile, mail, publicUrl, log });
  const spending = createSpending({ db, clock, settings: config.spending });
  const failureOf = (error: unknown) => toModelError(error).failure;
  const runner = createTurnRunner({ db, clock, model, spending, log, failureOf });
  const isModelEnabled = config.modelLimits.isEnabled;
  const opener = createTurnOpener({ db, clock, profile, usage, spending, isModelEnabled });
  const saved = createSavedSignals();
  const chat = createChatService({ db, clock, opener, runner, saved, usage });
  const { perHour, perDay, tokens: answerTokens } = config.visitors;
  const visitor = createVisitorService({
    model,
    allowance: createVisitorAllowance({ db, clock, hash: keyedHash(secret, 'visitors'), perHour, perDay }),
    spending,
    isModelEnabled,
    answerTokens,
    siteLinks: { publicUrl, supportEmail: config.emails.support },
    log,
  });
  const pings: Pings = {
    website: database.ping,
    // Switched off by whoever runs the product, it answers nobody.
    assistants: isModelEnabled
      ? createModelPing(outside.model)
      : () => Promise.reject(new Error('AI_ENABLED is false')),
    mail: createMailPing(outside.smtpUrl),
    payments: createStripePing(outside.stripe),
    ...overrides.pings,
  };
  const status = createStatusService({ db, clock, pings, log });
  return {
    clock,
    mail,
    sessions,
    attempts,
    securityLog,
    signIn,
    auth,
    account,
    oauth,
    factors,
    recoveryCodes,
    passkeys,
    proof,
    tokens,
    profile,
    billing,
    usage,
    notices,
    blog,
    newsletter,
    contact,
    runner,
    saved,
    chat,
    visitor,
    status,
  };
}
