import type { Database } from '#db/client.ts';
import type { Config } from '#server/config.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import { createSearchQueue } from '#server/lib/concurrency/search-queue.ts';
import { createPasswordQueue } from '#server/lib/crypto/password-queue.ts';
import type { DatabaseTrouble } from '#server/lib/database-trouble.ts';
import type { Log } from '#server/lib/log.ts';
import { composeAutomations, type AutomationServices } from './automations.ts';
import { composeBilling, type BillingServices } from './billing.ts';
import { composeChat, type ChatServices } from './chat.ts';
import type { Gateways } from './gateways.ts';
import { composeIdentity, type IdentityServices } from './identity.ts';
import { createKeys } from './keys.ts';
import { composeKnowledge, type KnowledgeServices } from './knowledge.ts';
import { composeNotices, type NoticeServices } from './notices.ts';
import type { Overrides } from './outside.ts';
import { composeSecondFactors, type SecondFactorServices } from './second-factors.ts';
import { composeSite, type SiteServices } from './site.ts';
import { composeUsage, type UsageServices } from './usage.ts';

type Input = {
  config: Config;
  /** The newest master key. */
  secret: string;
  database: Pick<Database, 'db' | 'connectionsFor'>;
  gateways: Gateways;
  /** Wakes the job runner. */
  jobs: Pick<Jobs, 'kick'>;
  log: Log;
  trouble: DatabaseTrouble;
  overrides: Pick<Overrides, 'passwords' | 'articles' | 'templates' | 'steps'>;
};
export type Services = Pick<Gateways, 'clock' | 'mail' | 'documents'> &
  UsageServices &
  BillingServices &
  SiteServices &
  IdentityServices &
  SecondFactorServices &
  KnowledgeServices &
  ChatServices &
  AutomationServices &
  NoticeServices;

/** Every service, area by area. Each area gets what it needs from the ones before it. */
export function createServices(input: Input): Services {
  const { config, secret, database, gateways, jobs, log, trouble, overrides } = input;
  const { db } = database;
  const { clock, mail, model, documents } = gateways;
  const { publicUrl, emails } = config;
  const supportEmail = emails.support;
  const isModelEnabled = config.modelLimits.isEnabled;
  const keys = createKeys([secret, ...config.previousSecrets], log);
  const passwords = overrides.passwords ?? createPasswordQueue();
  const searches = createSearchQueue(database.connectionsFor('search'));

  const usageServices = composeUsage({
    db,
    clock,
    mail,
    model,
    keys,
    log,
    budgetFactor: config.budgetFactor,
    prices: config.spending,
    supportEmail,
  });
  const { profile, usage, budgets, attempts, spending, ask, looseAnswers, capWarning } = usageServices;
  const { billing } = composeBilling({
    db,
    clock,
    mail,
    stripe: gateways.stripe,
    jobs,
    keys,
    log,
    profile,
    attempts,
    isTaxed: config.isTaxed,
    publicUrl,
    supportEmail,
  });
  const site = composeSite({
    db,
    clock,
    mail,
    model,
    pings: gateways.pings,
    keys,
    log,
    attempts,
    spending,
    isModelEnabled,
    visitors: config.visitors,
    emails,
    publicUrl,
    articles: overrides.articles,
  });
  const identity = composeIdentity({
    db,
    clock,
    mail,
    oauthGateway: gateways.oauth,
    jobs,
    keys,
    log,
    passwords,
    attempts,
    budgets,
    capWarning,
    billing,
    newsletter: site.newsletter,
    demo: config.demo,
    accountEmailDailyCap: config.accountEmailDailyCap,
    publicUrl,
  });
  const secondFactors = composeSecondFactors({
    db,
    clock,
    mail,
    sms: gateways.sms,
    keys,
    passwords,
    sessions: identity.sessions,
    securityLog: identity.securityLog,
    signIn: identity.signIn,
    attempts,
    capWarning,
    smsDailyCap: config.smsDailyCap,
    publicUrl,
  });
  const knowledge = composeKnowledge({
    db,
    clock,
    documents,
    web: gateways.web,
    embeddings: gateways.embeddings,
    jobs,
    log,
    searches,
    profile,
    usage,
    budgets,
    attempts,
    spending,
    ask,
    looseAnswers,
    isModelEnabled,
    ourTemplates: overrides.templates,
  });
  const { brain, templates } = knowledge;
  const chat = composeChat({
    db,
    clock,
    model,
    log,
    trouble,
    searches,
    profile,
    usage,
    budgets,
    spending,
    brain,
    isModelEnabled,
  });
  const automations = composeAutomations({
    db,
    clock,
    mail,
    calls: gateways.calls,
    jobs,
    keys,
    log,
    profile,
    usage,
    budgets,
    attempts,
    ask,
    looseAnswers,
    isModelEnabled,
    brain,
    templates,
    publicUrl,
    supportEmail,
    steps: overrides.steps,
  });
  const notices = composeNotices({
    db,
    clock,
    mail,
    pushGateway: gateways.push,
    keys,
    profile,
    budgets,
    billing,
    publicUrl,
    supportEmail,
  });
  return {
    clock,
    mail,
    documents,
    ...usageServices,
    billing,
    ...site,
    ...identity,
    ...secondFactors,
    ...knowledge,
    ...chat,
    ...automations,
    ...notices,
  };
}
