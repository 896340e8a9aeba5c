import type { Database } from '#db/client.ts';
import type { Config } from '#server/config.ts';
import { createClock, type Clock } from '#server/gateways/clock.ts';
import { createDocumentReader, type DocumentReader } from '#server/gateways/documents/document-reader.ts';
import { createMailPing } from '#server/gateways/mail-ping.ts';
import { createMail, type MailGateway } from '#server/gateways/mail.ts';
import { createEmbeddingsGateway, type EmbeddingsGateway } from '#server/gateways/model/embeddings.ts';
import { createLanguageModel } from '#server/gateways/model/model-client.ts';
import { createModelPing } from '#server/gateways/model/model-ping.ts';
import { createModelGateway, MODEL_LIMITS, type TeammateModel } from '#server/gateways/model/model.ts';
import { createOAuthGateway, type OAuthGateway } from '#server/gateways/oauth.ts';
import { createOutgoingCalls, type OutgoingCalls } from '#server/gateways/outgoing-calls/outgoing-calls.ts';
import { createPushGateway, type PushGateway } from '#server/gateways/push/push.ts';
import { createSmsGateway, type SmsGateway } from '#server/gateways/sms.ts';
import { createStripePing } from '#server/gateways/stripe/stripe-ping.ts';
import { createStripeWhenNeeded } from '#server/gateways/stripe/stripe-when-needed.ts';
import type { StripeGateway } from '#server/gateways/stripe/stripe.ts';
import { createWebGateway, type WebGateway } from '#server/gateways/web/web.ts';
import type { Log } from '#server/lib/log.ts';
import type { Pings } from '#server/modules/status/status.service.ts';
import type { Outside, Overrides } from './outside.ts';

type Input = {
  config: Config;
  outside: Outside;
  database: Pick<Database, 'ping'>;
  log: Log;
  overrides: Overrides;
};
export type Gateways = {
  clock: Clock;
  /** Has to be closed. */
  mail: MailGateway;
  /** Null if no text messages can be sent. */
  sms: SmsGateway | null;
  /** Null if browser notifications aren't offered. */
  push: PushGateway | null;
  model: TeammateModel;
  /** Null unless `AI_EMBEDDING_MODEL` is set. */
  embeddings: EmbeddingsGateway | null;
  /** Has to be closed. */
  documents: DocumentReader;
  web: WebGateway;
  /** Calls to addresses that people chose. */
  calls: OutgoingCalls;
  oauth: OAuthGateway;
  stripe: StripeGateway;
  /** What the status page reports on. */
  pings: Pings;
};

function createPings({ config, outside, database, overrides }: Input): Pings {
  return {
    website: database.ping,
    assistants: config.modelLimits.isEnabled
      ? createModelPing(outside.model)
      : () => Promise.reject(new Error('AI_ENABLED is false')),
    mail: createMailPing(outside.smtpUrl),
    payments: createStripePing(outside.stripe),
    ...overrides.pings,
  };
}

function createEmbeddings({ config, outside, overrides }: Input): EmbeddingsGateway | null {
  const model = config.embeddingModel;
  return model === null ? null : (overrides.embeddings ?? createEmbeddingsGateway({ ...outside.model, model }));
}

/** One gateway for each outside system. Tests replace some of them. */
export function createGateways(input: Input): Gateways {
  const { config, outside, log, overrides } = input;
  const { publicUrl, isTaxed } = config;
  const standIns = outside.webStandIns;
  const clock = overrides.clock ?? createClock(config.clockUrl);
  return {
    clock,
    mail: overrides.mail ?? createMail(config, outside.smtpUrl, log),
    sms: overrides.sms ?? (outside.sms && createSmsGateway(outside.sms, log)),
    push: config.push && createPushGateway(config.push, log, { standIns }),
    model:
      overrides.model ??
      createModelGateway(
        createLanguageModel(outside.model),
        { ...MODEL_LIMITS, ...config.modelLimits },
        { hasTools: config.hasModelTools },
      ),
    embeddings: createEmbeddings(input),
    documents: overrides.documents ?? createDocumentReader(),
    web: overrides.web ?? createWebGateway({ publicUrl, standIns }),
    calls: createOutgoingCalls({ standIns, userAgent: `Tenfold/1.0 (+${publicUrl})` }),
    oauth: createOAuthGateway({ world: outside.oauth, publicUrl, clock, log, limits: overrides.oauthLimits }),
    stripe: createStripeWhenNeeded(outside.stripe, log, { isTaxed }),
    pings: createPings(input),
  };
}
