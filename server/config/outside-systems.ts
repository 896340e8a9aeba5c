import { createECDH } from 'node:crypto';
import { ConfigError, type Environment } from '#server/config/environment.ts';
import type { ModelSettings } from '#server/gateways/model/model-client.ts';
import type { OAuthSettings } from '#server/gateways/oauth.ts';
import type { PushSettings } from '#server/gateways/push/push.ts';
import type { SmsSettings } from '#server/gateways/sms.ts';
import type { StripeSettings } from '#server/gateways/stripe/stripe-client.ts';
import { listed } from '#server/lib/text/listed.ts';

/** `null` means the sandbox. Throws ConfigError if only a part is set; so do the functions below. */
export function modelSettings(env: Environment): ModelSettings | null {
  if (!env.AI_PROVIDER && !env.AI_BASE_URL && !env.AI_API_KEY) return null;
  const provider = env.AI_PROVIDER ?? 'openai-compatible';
  const missing = [
    ...(env.AI_MODEL ? [] : ['AI_MODEL']),
    ...(provider === 'openai-compatible' && !env.AI_BASE_URL ? ['AI_BASE_URL'] : []),
    ...(provider !== 'openai-compatible' && !env.AI_API_KEY ? ['AI_API_KEY'] : []),
  ];
  if (missing.length > 0) throw new ConfigError(`To use a model, also set ${missing.join(' and ')}.`);
  return { provider, baseUrl: env.AI_BASE_URL ?? null, apiKey: env.AI_API_KEY ?? null, model: env.AI_MODEL ?? '' };
}

/** The model that turns texts into vectors; `null` means that texts are found by their words alone. */
export function embeddingModel(env: Environment): string | null {
  if (env.AI_EMBEDDING_MODEL && env.AI_PROVIDER === 'anthropic')
    throw new ConfigError(
      'AI_EMBEDDING_MODEL needs AI_PROVIDER openai or openai-compatible: Anthropic has no embeddings.',
    );
  return env.AI_EMBEDDING_MODEL ?? null;
}

export function oauthSettings(env: Environment, name: 'GOOGLE' | 'SLACK', usualIssuer: string): OAuthSettings | null {
  const [clientId, clientSecret] = [env[`${name}_CLIENT_ID`], env[`${name}_CLIENT_SECRET`]];
  const issuer = env[`${name}_ISSUER`];
  if (clientId && clientSecret) return { issuer: issuer ?? usualIssuer, clientId, clientSecret };
  if (!clientId && !clientSecret && !issuer) return null;
  const missing = [...(clientId ? [] : [`${name}_CLIENT_ID`]), ...(clientSecret ? [] : [`${name}_CLIENT_SECRET`])];
  throw new ConfigError(`To use ${name === 'GOOGLE' ? 'Google' : 'Slack'} sign-in, also set ${missing.join(' and ')}.`);
}

export function stripeSettings(env: Environment): StripeSettings | null {
  const { STRIPE_API_BASE: baseUrl, STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret } = env;
  if (secretKey && webhookSecret) return { baseUrl: baseUrl ?? null, secretKey, webhookSecrets: listed(webhookSecret) };
  if (!baseUrl && !secretKey && !webhookSecret) return null;
  const missing = (['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'] as const).filter((name) => !env[name]);
  throw new ConfigError(`To use Stripe, also set ${missing.join(' and ')}.`);
}

export function smsSettings(env: Environment): SmsSettings | null {
  const { SMS_BASE_URL: baseUrl, SMS_ACCOUNT: account, SMS_TOKEN: token, SMS_FROM: from } = env;
  if (account && token && from) return { baseUrl: baseUrl ?? 'https://api.twilio.com', account, token, from };
  if (baseUrl || account || token || from) {
    const missing = (['SMS_ACCOUNT', 'SMS_TOKEN', 'SMS_FROM'] as const).filter((name) => !env[name]);
    throw new ConfigError(`To send text messages, also set ${missing.join(' and ')}.`);
  }
  return null;
}

/** 32 bytes as base64url. */
const PRIVATE_KEY_CHARACTERS = 43;

/** The public key that belongs to a private key, both as base64url; null if it isn't one (RFC 8292, P-256). */
function publicKeyOf(privateKey: string): string | null {
  try {
    const pair = createECDH('prime256v1');
    pair.setPrivateKey(privateKey, 'base64url');
    return pair.getPublicKey('base64url');
  } catch {
    return null;
  }
}

/** The keys of browser notifications; `null` means that they aren't offered. */
export function pushSettings(env: Environment): PushSettings | null {
  const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey } = env;
  if (!publicKey && !privateKey) return null;
  if (!publicKey || !privateKey)
    throw new ConfigError(`To send browser notifications, also set VAPID_${publicKey ? 'PRIVATE' : 'PUBLIC'}_KEY.`);
  if (privateKey.length !== PRIVATE_KEY_CHARACTERS || publicKeyOf(privateKey) !== publicKey)
    throw new ConfigError('VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY are not a pair (docs/operating.md).');
  return { publicKey, privateKey, subject: `mailto:${env.SUPPORT_EMAIL}` };
}
