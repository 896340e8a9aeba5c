import type { FactorType } from '#contract/account/factor-limits.ts';
import type { Db } from '../../client.ts';
import type { FactorId, FactorsTable, UserId } from '../../types.gen.ts';
import { PersonGoneError } from './person-gone.ts';

export type ApiUserRow = {
  id: UserId;
  email: string;
  emailConfirmedAt: Date | null;
  createdAt: Date;
  lastSignInAt: Date | null;
  metadata: Record<string, unknown>;
  newEmail: string | null;
  factors: {
    id: FactorId;
    factorType: FactorType;
    friendlyName: string;
    status: FactorsTable['status'];
    phone: string | null;
    createdAt: Date;
    verifiedAt: Date | null;
  }[];
  identities: { provider: string; subject: string; email: string; createdAt: Date; lastUsedAt: Date }[];
};

/** A user as clients of the token API see it. */
export async function getApiUser(db: Db, userId: UserId, now: Date): Promise<ApiUserRow> {
  const [user, change, factors, identities] = await Promise.all([
    db
      .selectFrom('users')
      .select([
        'id',
        'email',
        'email_confirmed_at as emailConfirmedAt',
        'created_at as createdAt',
        'last_sign_in_at as lastSignInAt',
        'metadata',
      ])
      .where('id', '=', userId)
      .executeTakeFirstOrThrow(() => new PersonGoneError(userId)),
    db
      .selectFrom('email_links')
      .select('new_email as newEmail')
      .where('user_id', '=', userId)
      .where('purpose', '=', 'change_email')
      .where('expires_at', '>', now)
      .orderBy('created_at', 'desc')
      .limit(1)
      .executeTakeFirst(),
    db
      .selectFrom('factors')
      .select([
        'id',
        'factor_type as factorType',
        'friendly_name as friendlyName',
        'status',
        'phone',
        'created_at as createdAt',
        'verified_at as verifiedAt',
      ])
      .where('user_id', '=', userId)
      .orderBy('created_at')
      .execute(),
    db
      .selectFrom('identities')
      .select(['provider', 'subject', 'email', 'created_at as createdAt', 'last_used_at as lastUsedAt'])
      .where('user_id', '=', userId)
      .execute(),
  ]);
  return { ...user, newEmail: change?.newEmail ?? null, factors, identities };
}

/** The data of a person's programs, held until the transaction ends. */
export async function lockMetadata(trx: Db, userId: UserId): Promise<Record<string, unknown>> {
  const { metadata } = await trx
    .selectFrom('users')
    .select('metadata')
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow(() => new PersonGoneError(userId));
  return metadata;
}

export async function setMetadata(db: Db, userId: UserId, metadata: Record<string, unknown>): Promise<void> {
  await db.updateTable('users').set({ metadata }).where('id', '=', userId).execute();
}
