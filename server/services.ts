import type { Config } from '#server/config.ts';
import type { Database } from '#db/client.ts';
import { createClock } from '#server/gateways/clock.ts';
import { createMailPing } from '#server/gateways/mail-ping.ts';
import { createMail } from '#server/gateways/mail.ts';
import { createLanguageModel } from '#server/gateways/model/model-client.ts';
import { toModelError } from '#server/gateways/model/model-error.ts';
import { createModelPing } from '#server/gateways/model/model-ping.ts';
import { createModelGateway, MODEL_LIMITS } from '#server/gateways/model/model.ts';
import { createOAuthGateway } from '#server/gateways/oauth.ts';
import { createPushGateway } from '#server/gateways/push/push.ts';
import { createStripePing } from '#server/gateways/stripe/stripe-ping.ts';
import { createStripeWhenNeeded } from '#server/gateways/stripe/stripe-when-needed.ts';
import { createSmsGateway } from '#server/gateways/sms.ts';
import { createAutomations } from '#server/automations.ts';
import { createBell } from '#server/bell.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import { createKnowledge } from '#server/knowledge.ts';
import { createSecondFactors } from '#server/second-factors.ts';
import type { DatabaseTrouble } from '#server/lib/database-trouble.ts';
import type { Log } from '#server/lib/log.ts';
import type { Outside, Overrides } from '#server/outside.ts';
import { createSearchQueue } from '#server/lib/concurrency/search-queue.ts';
import { createSealedBox } from '#server/lib/crypto/sealed-box.ts';
import { createPasswordQueue } from '#server/lib/crypto/password-queue.ts';
import { keyedHash, type KeyedHash } from '#server/lib/crypto/secrets.ts';
import { allArticles } from '#server/content/articles/read-articles.ts';
import { createAccountService } from '#server/modules/account/account.service.ts';
import { createAccountEmailAllowance } from '#server/modules/auth/account-email-allowance.ts';
import { createAttemptLimiter } from '#server/modules/auth/attempt-limiter.ts';
import { createAuthService } from '#server/modules/auth/auth.service.ts';
import { createDeviceCookie } from '#server/modules/auth/device-cookie.ts';
import { createPasswordGuesses } from '#server/modules/auth/password-guesses.ts';
import { createSessionService } from '#server/modules/auth/session.service.ts';
import { createSignIn } from '#server/modules/auth/sign-in.service.ts';
import { createTrial } from '#server/modules/auth/trial.ts';
import { createBillingService } from '#server/modules/billing/billing.service.ts';
import { claimGuestPurchases } from '#server/modules/billing/checkout/guest-claim.ts';
import { enqueueSync } from '#server/modules/billing/sync/enqueue-sync.ts';
import { createPaymentHistory } from '#server/modules/billing/payment-history.ts';
import { createBlogService } from '#server/modules/blog/blog.service.ts';
import { createChatService } from '#server/modules/chat/chat.service.ts';
import { createTurnOpener } from '#server/modules/chat/turns/open-turns.ts';
import { createSavedSignals } from '#server/modules/chat/turns/saved-signals.ts';
import { createSpending } from '#server/modules/chat/spending.service.ts';
import { createTurnRunner } from '#server/modules/chat/turns/turn-runner.ts';
import { createContact } from '#server/modules/contact/contact.service.ts';
import { createCrashes } from '#server/modules/crashes/crashes.service.ts';
import { createInsightsService } from '#server/modules/insights/insights.service.ts';
import { createNewsletter } from '#server/modules/newsletter/newsletter.service.ts';
import { createOAuthService } from '#server/modules/oauth/oauth.service.ts';
import { createCapWarning } from '#server/modules/operator/cap-warning.service.ts';
import { createDisputedRefundReport } from '#server/modules/operator/disputed-refund.service.ts';
import { createTemplatesService } from '#server/modules/templates/templates.service.ts';
import { createProfileService } from '#server/modules/profile/profile.service.ts';
import { createSecurityLog } from '#server/modules/security-log/security-log.service.ts';
import { createStatusService, type Pings } from '#server/modules/status/status.service.ts';
import { createSigningKeys } from '#server/modules/tokens/signing-keys.ts';
import { createTokenService } from '#server/modules/tokens/tokens.service.ts';
import { createModelTasks } from '#server/modules/model-tasks/model-tasks.service.ts';
import { createBudgets } from '#server/modules/usage/budgets.service.ts';
import { createWaysIn } from '#server/modules/ways-in/ways-in.service.ts';
import { createUsageService } from '#server/modules/usage/usage.service.ts';
import { createVisitorAllowance } from '#server/modules/visitor/visitor-allowance.ts';
import { createVisitorService } from '#server/modules/visitor/visitor.service.ts';

/** The purpose of a mailbox's keyed hash. Changing this text would give everyone a second trial. */
const TRIAL_CLAIMS = 'trial claims';
/** Changing this text would forget who has paid and who was refunded. */
const PAYMENT_HISTORY = 'payment history';
export type Services = ReturnType<typeof createServices>;

/** Creates every service on its gateways, once. */
export function createServices(input: {
  config: Config;
  secret: string;
  database: Database;
  outside: Outside;
  log: Log;
  trouble: DatabaseTrouble;
  /** Runs what the services have scheduled. */
  jobs: Pick<Jobs, 'kick'>;
  overrides: Overrides;
}) {
  const { config, secret, database, outside, log, jobs, overrides } = input;
  const { db } = database;
  const clock = overrides.clock ?? createClock(config.clockUrl);
  const mail = overrides.mail ?? createMail(config, outside.smtpUrl, log);
  const model =
    overrides.model ??
    createModelGateway(createLanguageModel(outside.model), { ...MODEL_LIMITS, ...config.modelLimits });
  const { publicUrl, demo } = config;
  const secrets: [string, ...string[]] = [secret, ...config.previousSecrets];
  const hashesFor = (purpose: string): [KeyedHash, ...KeyedHash[]] => [
    keyedHash(secret, purpose),
    ...config.previousSecrets.map((one) => keyedHash(one, purpose)),
  ];
  const isHttps = publicUrl.startsWith('https:');
  const sessions = createSessionService({ db, clock, isHttps });
  const attempts = createAttemptLimiter({ db, clock, hash: keyedHash(secret, 'attempts') });
  const guesses = createPasswordGuesses({ db, clock, hash: keyedHash(secret, 'password guesses') });
  const devices = createDeviceCookie({ after: 'sign-in', isHttps, hashes: hashesFor('devices') });
  const profile = createProfileService({ db, clock });
  const budgets = createBudgets({ db, clock, profile, factor: config.budgetFactor });
  const supportEmail = config.emails.support;
  const securityLog = createSecurityLog({ db, clock, mail, publicUrl, jobs, budgets });
  const secured = { db, clock, sessions, securityLog };
  const signIn = createSignIn({ ...secured, devices });
  const waysIn = createWaysIn(secured);
  const trial = createTrial({ clock, hashes: hashesFor(TRIAL_CLAIMS), claimPurchases: claimGuestPurchases });
  const capWarning = createCapWarning({ mail, to: supportEmail, log });
  const accountEmails = createAccountEmailAllowance({
    ...secured,
    hash: keyedHash(secret, 'account emails'),
    attempts,
    dailyCap: config.accountEmailDailyCap,
    capWarning,
  });
  const passwords = overrides.passwords ?? createPasswordQueue();
  const people = { ...secured, mail, attempts, passwords, trial, waysIn, publicUrl, jobs, log };
  const auth = createAuthService({ ...people, demo, accountEmails, guesses, devices, signIn, enqueueSync });
  const billing = createBillingService({
    ...people,
    profile,
    stripe: createStripeWhenNeeded(outside.stripe, log, { isTaxed: config.isTaxed }),
    isTaxed: config.isTaxed,
    reportDisputed: createDisputedRefundReport({ mail, to: supportEmail, log }),
    history: createPaymentHistory({ db, hashes: hashesFor(PAYMENT_HISTORY) }),
    log,
  });
  const blog = createBlogService({ listArticles: allArticles });
  const newsletter = createNewsletter({
    ...people,
    hash: keyedHash(secret, 'newsletter links'),
    listArticles:
      overrides.articles ?? (() => blog.list().map((article) => ({ ...article, author: article.author.name }))),
    supportEmail,
  });
  const account = createAccountService({ ...people, billing, newsletter, budgets, log });
  const oauth = createOAuthService({
    ...people,
    signIn,
    isHttps,
    gateway: createOAuthGateway({ world: outside.oauth, publicUrl, clock, log, limits: overrides.oauthLimits }),
    hash: keyedHash(secret, 'oauth attempts'),
  });
  const keys = createSigningKeys({ db, clock, box: createSealedBox(secrets, 'signing keys', log) });
  const tokens = createTokenService({ db, clock, sessions, securityLog, keys, issuer: `${publicUrl}/auth/v1` });
  const secondFactors = createSecondFactors({
    ...secured,
    mail,
    passwords,
    attempts,
    factorDevices: createDeviceCookie({ after: 'second-factor', isHttps, hashes: hashesFor('second factor devices') }),
    signIn,
    capWarning,
    smsDailyCap: config.smsDailyCap,
    publicUrl,
    box: createSealedBox(secrets, 'totp', log),
    hashesFor,
    sms: overrides.sms ?? (outside.sms && createSmsGateway(outside.sms, log)),
  });
  const usage = createUsageService({ db, clock, profile });
  const spending = createSpending({ db, clock, settings: config.spending });
  const runner = createTurnRunner({ ...input, db, clock, model, spending, failureOf: (e) => toModelError(e).failure });
  const isModelEnabled = config.modelLimits.isEnabled;
  const ask = createModelTasks({ model, spending, budgets });
  const searches = createSearchQueue(database.connectionsFor('search'));
  const answering = { db, clock, model, ask, budgets, spending, isModelEnabled, log, searches };
  const { brain, documents, sources } = createKnowledge({
    ...answering,
    profile,
    attempts,
    jobs,
    publicUrl,
    embeddingModel: config.embeddingModel,
    outside,
    overrides,
  });
  const opener = createTurnOpener({ db, clock, profile, usage, spending, isModelEnabled, brain });
  const saved = createSavedSignals();
  const chat = createChatService({ db, clock, opener, runner, saved, usage, budgets, searches });
  const templates = createTemplatesService({ ...answering, usage, brain, attempts, templates: overrides.templates });
  const { perHour, perDay, tokens: answerTokens } = config.visitors;
  const visitor = createVisitorService({
    model,
    allowance: createVisitorAllowance({ db, clock, hash: keyedHash(secret, 'visitors'), perHour, perDay }),
    spending,
    isModelEnabled,
    answerTokens,
    siteLinks: { publicUrl, supportEmail },
    log,
  });
  const ofPeople = { profile, usage, brain, sources, templates, chat, attempts, mail, jobs, publicUrl, supportEmail };
  const forAutomations = { ...answering, ...ofPeople, secrets, hashesFor, standIns: outside.webStandIns, overrides };
  const pings: Pings = {
    website: database.ping,
    assistants: isModelEnabled
      ? createModelPing(outside.model)
      : () => Promise.reject(new Error('AI_ENABLED is false')),
    mail: createMailPing(outside.smtpUrl),
    payments: createStripePing(outside.stripe),
    ...overrides.pings,
  };
  return {
    clock,
    mail,
    sessions,
    attempts,
    securityLog,
    signIn,
    waysIn,
    auth,
    account,
    oauth,
    ...secondFactors,
    tokens,
    profile,
    billing,
    usage,
    budgets,
    ...createBell({
      ...people,
      profile,
      billing,
      budgets,
      pushGateway: config.push && createPushGateway(config.push, log, { standIns: outside.webStandIns }),
      hashes: hashesFor('notification emails'),
      supportEmail,
    }),
    blog,
    brain,
    documents,
    sources,
    templates,
    ...createAutomations(forAutomations),
    newsletter,
    contact: createContact({ db, clock, mail, attempts, emails: config.emails }),
    capWarning,
    crashes: createCrashes({ attempts, log }),
    runner,
    saved,
    chat,
    insights: createInsightsService({ db, clock, profile }),
    visitor,
    status: createStatusService({ db, clock, pings, log }),
  };
}
