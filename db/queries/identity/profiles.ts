import type { Selectable, Updateable } from 'kysely';
import { compileOnce } from '../../compile-once.ts';
import type { Db } from '../../client.ts';
import type { ProfilesTable, UserId } from '../../types.gen.ts';
import { PersonGoneError } from './person-gone.ts';

export const accessColumns = [
  'profiles.subscription_tier as tier',
  'profiles.subscription_status as status',
  'profiles.trial_ends_at as trialEndsAt',
  'profiles.plan_ends_at as planEndsAt',
] as const;

export const profileColumns = [
  'profiles.full_name as fullName',
  'profiles.business_name as businessName',
  'profiles.website',
  'profiles.business_type as businessType',
  'profiles.business_type_text as businessTypeText',
  'profiles.business_goals as businessGoals',
  'profiles.business_size as businessSize',
  'profiles.revenue_range as revenueRange',
  'profiles.language',
  'profiles.time_zone as timeZone',
  'profiles.emails_about_sign_ins as emailsAboutSignIns',
  ...accessColumns,
] as const;

type Profile = Selectable<ProfilesTable>;
export type AccessRow = {
  tier: Profile['subscription_tier'];
  status: Profile['subscription_status'];
  trialEndsAt: Profile['trial_ends_at'];
  planEndsAt: Profile['plan_ends_at'];
};
export type ProfileRow = AccessRow & {
  fullName: string;
  businessName: string;
  website: string;
  businessType: Profile['business_type'];
  businessTypeText: string;
  businessGoals: Profile['business_goals'];
  businessSize: Profile['business_size'];
  revenueRange: Profile['revenue_range'];
  language: string;
  timeZone: string;
  emailsAboutSignIns: boolean;
};

const findProfile = compileOnce<{ userId: UserId }, ProfileRow>((db, param) =>
  db.selectFrom('profiles').select(profileColumns).where('user_id', '=', param('userId')).compile(),
);

export async function getProfile(db: Db, userId: UserId): Promise<ProfileRow> {
  const [row] = await findProfile(db, { userId });
  if (!row) throw new PersonGoneError(userId);
  return row;
}

export async function updateProfile(
  db: Db,
  userId: UserId,
  values: Omit<Updateable<ProfilesTable>, 'user_id'>,
): Promise<void> {
  await db.updateTable('profiles').set(values).where('user_id', '=', userId).execute();
}
