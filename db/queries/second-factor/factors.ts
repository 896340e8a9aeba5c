import { sql } from 'kysely';
import type { FactorType } from '#contract/account/factor-limits.ts';
import type { Db } from '../../client.ts';
import type { FactorId, FactorsTable, UserId } from '../../types.gen.ts';

export type FactorRow = {
  id: FactorId;
  factorType: FactorType;
  friendlyName: string;
  status: FactorsTable['status'];
  /** Encrypted. */
  secret: string | null;
  phone: string | null;
  createdAt: Date;
  verifiedAt: Date | null;
  lastUsedAt: Date | null;
};

const columns = [
  'id',
  'factor_type as factorType',
  'friendly_name as friendlyName',
  'status',
  'secret',
  'phone',
  'created_at as createdAt',
  'verified_at as verifiedAt',
  'last_used_at as lastUsedAt',
] as const;

export async function listFactors(db: Db, userId: UserId): Promise<FactorRow[]> {
  return db
    .selectFrom('factors')
    .select(columns)
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

export async function findFactor(db: Db, userId: UserId, id: FactorId): Promise<FactorRow | undefined> {
  return db.selectFrom('factors').select(columns).where('user_id', '=', userId).where('id', '=', id).executeTakeFirst();
}

/** When and where it was added. */
type Addition = { now: Date; address: string; userAgent: string };
export type NewFactor = { id: FactorId; userId: UserId; friendlyName: string } & Addition &
  ({ factorType: 'totp'; secret: string } | { factorType: 'phone'; phone: string });

/** Returns false if the person has another factor with this name. */
export async function addFactor(db: Db, factor: NewFactor): Promise<boolean> {
  const added = await db
    .insertInto('factors')
    .values({
      id: factor.id,
      user_id: factor.userId,
      factor_type: factor.factorType,
      friendly_name: factor.friendlyName,
      status: 'unverified',
      secret: factor.factorType === 'totp' ? factor.secret : null,
      phone: factor.factorType === 'phone' ? factor.phone : null,
      created_at: factor.now,
      ip_address: factor.address,
      user_agent: factor.userAgent,
    })
    .onConflict((conflict) => conflict.columns(['user_id', 'friendly_name']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return added !== undefined;
}

export async function deleteUnverifiedFactor(db: Db, userId: UserId, friendlyName: string): Promise<void> {
  await db
    .deleteFrom('factors')
    .where('user_id', '=', userId)
    .where('friendly_name', '=', friendlyName)
    .where('status', '=', 'unverified')
    .execute();
}

/**
 * Records a correct code, which also verifies a new factor. `step` is the time step of an authenticator app's code: a step that is not
 * newer than the last one has been used before, and changes nothing. Returns whether it counted.
 */
export async function takeCode(
  db: Db,
  code: { userId: UserId; id: FactorId; step: number | null; now: Date },
): Promise<boolean> {
  const taken = await db
    .updateTable('factors')
    .set({
      status: 'verified',
      verified_at: sql<Date>`coalesce(verified_at, ${code.now})`,
      last_used_at: code.now,
      ...(code.step === null ? {} : { last_step: code.step }),
    })
    .where('user_id', '=', code.userId)
    .where('id', '=', code.id)
    .$if(code.step !== null, (query) =>
      query.where((or) => or.or([or('last_step', 'is', null), or('last_step', '<', code.step)])),
    )
    .returning('id')
    .executeTakeFirst();
  return taken !== undefined;
}

/** Returns false if the person has no such factor. Violates `factors_user_id_friendly_name_key` if the name is taken. */
export async function renameFactor(db: Db, userId: UserId, id: FactorId, friendlyName: string): Promise<boolean> {
  const renamed = await db
    .updateTable('factors')
    .set({ friendly_name: friendlyName })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  return renamed !== undefined;
}

export async function deleteFactor(db: Db, userId: UserId, id: FactorId): Promise<void> {
  await db.deleteFrom('factors').where('user_id', '=', userId).where('id', '=', id).execute();
}

export async function deleteUnverifiedFactorsBefore(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('factors').where('status', '=', 'unverified').where('created_at', '<', before).execute();
}
