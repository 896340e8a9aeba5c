import { randomUUID } from 'node:crypto';
import type { ValidSession } from '#server/modules/auth/session.service.ts';
import type { ApiUser, TokenPair } from '#server/modules/tokens/tokens.service.ts';

const AUDIENCE = 'authenticated';

type Seen = Pick<ValidSession, 'needsSecondFactor'>;

/** What a session that still needs its second factor may see: the claimed user and the factors available. */
function forChallenge(user: ApiUser): ApiUser {
  const factors = user.factors.filter(({ status }) => status === 'verified');
  return {
    ...user,
    newEmail: null,
    metadata: {},
    identities: [],
    factors: factors.map((factor) => ({ ...factor, phone: factor.phone && `••••${factor.phone.slice(-4)}` })),
  };
}

/** A user in GoTrue's shape. Source: GoTrue's models.User as JSON. */
export function toUser(whole: ApiUser, { needsSecondFactor }: Seen) {
  const user = needsSecondFactor ? forChallenge(whole) : whole;
  // Brands stay on the server.
  const id: string = user.id;
  const createdAt = user.createdAt.toISOString();
  const confirmedAt = user.emailConfirmedAt?.toISOString();
  const providers = ['email', ...user.identities.map(({ provider }) => provider)];
  return {
    id,
    aud: AUDIENCE,
    role: AUDIENCE,
    email: user.email,
    phone: '',
    ...(confirmedAt === undefined ? {} : { email_confirmed_at: confirmedAt, confirmed_at: confirmedAt }),
    ...(user.newEmail === null ? {} : { new_email: user.newEmail }),
    ...(user.lastSignInAt === null ? {} : { last_sign_in_at: user.lastSignInAt.toISOString() }),
    app_metadata: { provider: providers.at(-1), providers },
    user_metadata: user.metadata,
    identities: user.identities.map(({ provider, subject, email, createdAt: since, lastUsedAt }) => ({
      identity_id: `${provider}:${subject}`,
      id: subject,
      user_id: id,
      provider,
      identity_data: { email, sub: subject },
      created_at: since.toISOString(),
      last_sign_in_at: lastUsedAt.toISOString(),
      updated_at: lastUsedAt.toISOString(),
    })),
    factors: user.factors.map(({ id: factorId, ...factor }) => ({
      id: factorId satisfies string,
      factor_type: factor.factorType,
      friendly_name: factor.friendlyName,
      status: factor.status,
      ...(factor.phone === null ? {} : { phone: factor.phone }),
      created_at: factor.createdAt.toISOString(),
      updated_at: (factor.verifiedAt ?? factor.createdAt).toISOString(),
    })),
    created_at: createdAt,
    updated_at: createdAt,
    is_anonymous: false,
  };
}

/**
 * The answer to every sign-up, known address or not, so that it doesn't reveal who has an account. The id is therefore a new one each time;
 * the real one comes with the first session.
 */
export function toSignedUp(email: string, metadata: Record<string, unknown>, now: Date) {
  const at = now.toISOString();
  const id = randomUUID();
  return {
    id,
    aud: AUDIENCE,
    role: AUDIENCE,
    email,
    phone: '',
    confirmation_sent_at: at,
    app_metadata: { provider: 'email', providers: ['email'] },
    user_metadata: metadata,
    identities: [
      {
        identity_id: id,
        id,
        user_id: id,
        provider: 'email',
        identity_data: { email, sub: id },
        created_at: at,
        updated_at: at,
      },
    ],
    created_at: at,
    updated_at: at,
    is_anonymous: false,
  };
}

export function toSession(tokens: TokenPair, user: ApiUser, seen: Seen) {
  return {
    access_token: tokens.accessToken,
    token_type: 'bearer',
    expires_in: tokens.expiresInS,
    expires_at: tokens.expiresAtS,
    refresh_token: tokens.refreshToken,
    user: toUser(user, seen),
  };
}
