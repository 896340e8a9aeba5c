import type { Template } from '#contract/templates/templates.ts';
import type { Config } from '#server/config.ts';
import type { Clock } from '#server/gateways/clock.ts';
import type { DocumentReader } from '#server/gateways/documents/document-reader.ts';
import type { MailGateway } from '#server/gateways/mail.ts';
import type { EmbeddingsGateway } from '#server/gateways/model/embeddings.ts';
import type { TeammateModel } from '#server/gateways/model/model.ts';
import type { OAuthLimits, OAuthWorld } from '#server/gateways/oauth.ts';
import type { StripeSettings } from '#server/gateways/stripe/stripe-client.ts';
import type { SmsGateway, SmsSettings } from '#server/gateways/sms.ts';
import type { WebGateway } from '#server/gateways/web/web.ts';
import type { PasswordQueue } from '#server/lib/crypto/password-queue.ts';
import type { IssueArticle } from '#server/modules/newsletter/issues.ts';
import type { StepHandlers } from '#server/modules/automations/steps/step-handler.ts';
import type { Pings } from '#server/modules/status/status.service.ts';

/** The addresses of the outside services: configured ones, or the sandbox's. */
export type Outside = {
  model: NonNullable<Config['model']>;
  smtpUrl: string;
  stripe: StripeSettings;
  oauth: OAuthWorld;
  sms: SmsSettings | null;
  /** Websites that don't exist and are answered elsewhere. Empty in production. */
  webStandIns: ReadonlyMap<string, URL>;
};
export type Overrides = {
  clock?: Clock;
  mail?: MailGateway;
  model?: TeammateModel;
  embeddings?: EmbeddingsGateway;
  oauthLimits?: OAuthLimits;
  sms?: SmsGateway | null;
  documents?: DocumentReader;
  web?: WebGateway;
  pings?: Partial<Pings>;
  passwords?: PasswordQueue;
  /** How automations carry out their steps. */
  steps?: StepHandlers;
  /** What the newsletter announces. */
  articles?: () => IssueArticle[];
  /** Our templates. */
  templates?: readonly Template[];
  /** No workers: scheduled jobs run immediately. */
  runsKickedJobs?: boolean;
};
