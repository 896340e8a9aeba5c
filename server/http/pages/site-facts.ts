import type { OAuthProvider } from '#contract/account/oauth-providers.ts';
import type { Processor } from '#contract/site/processors.ts';
import type { Config } from '#server/config.ts';
import type { SiteFacts } from './rendering-source.ts';

/** The vendors' default addresses, used when no other is set. */
const MODEL_HOSTS = { openai: 'api.openai.com', anthropic: 'api.anthropic.com', 'openai-compatible': '' };
const STRIPE_HOST = 'api.stripe.com';

/** A URL may contain a user name and password, so only its host is shown on pages. */
const hostOf = (url: string | null) => (url === null ? null : new URL(url).hostname);

function modelHost(model: NonNullable<Config['model']>): string {
  return hostOf(model.baseUrl) ?? MODEL_HOSTS[model.provider];
}

/** The processors that receive personal data. A service that is neither configured nor sandboxed isn't used at all. */
export function processorsOf(config: Config): Processor[] {
  const { model, smtpUrl, stripe, sms, oauth, sandboxPort } = config;
  const known: { role: Processor['role']; host: string | null }[] = [
    { role: 'model', host: model && modelHost(model) },
    { role: 'mail', host: hostOf(smtpUrl) },
    { role: 'payments', host: stripe && (hostOf(stripe.baseUrl) ?? STRIPE_HOST) },
    { role: 'phone', host: sms && hostOf(sms.baseUrl) },
    { role: 'google', host: oauth.google && hostOf(oauth.google.issuer) },
    { role: 'slack', host: oauth.slack && hostOf(oauth.slack.issuer) },
  ];
  return known.filter(({ host }) => host !== null || sandboxPort !== null);
}

/** Shown, marked as samples, until the operator sets real ones. Never shown in production. */
const SAMPLE_SOCIAL_LINKS = ['linkedin', 'instagram', 'x'].map((network) => `https://${network}.example/tenfold`);

function socialLinksOf({ socialLinks, isProduction }: Config): SiteFacts['socialLinks'] {
  const areSamples = socialLinks === null && !isProduction;
  return { urls: areSamples ? SAMPLE_SOCIAL_LINKS : (socialLinks ?? []), areSamples };
}

type Running = { sandboxInboxUrl: string | null; providers: OAuthProvider[]; hasPhoneFactor: boolean };

/** What pages may say about this installation. */
export function siteFacts(config: Config, running: Running): SiteFacts {
  const { publicUrl, emails } = config;
  return {
    publicUrl,
    supportEmail: emails.support,
    salesEmail: emails.sales,
    careersEmail: emails.careers,
    contactEmail: emails.contact,
    socialLinks: socialLinksOf(config),
    processors: processorsOf(config),
    isTaxed: config.isTaxed,
    ...running,
  };
}
