import type { Updateable } from 'kysely';
import type { Db } from '../client.ts';
import type { ProfilesTable, UserId } from '../types.gen.ts';

export async function getProfile(db: Db, userId: UserId) {
  return db
    .selectFrom('profiles')
    .select([
      'full_name as fullName',
      'business_name as businessName',
      'website',
      'business_type as businessType',
      'business_goals as businessGoals',
      'business_size as businessSize',
      'revenue_range as revenueRange',
      'subscription_tier as tier',
      'subscription_status as status',
      'trial_ends_at as trialEndsAt',
    ])
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
}
export type ProfileRow = Awaited<ReturnType<typeof getProfile>>;

export async function updateProfile(
  db: Db,
  userId: UserId,
  values: Omit<Updateable<ProfilesTable>, 'user_id'>,
): Promise<void> {
  await db.updateTable('profiles').set(values).where('user_id', '=', userId).execute();
}
