import type { preferencesSchema } from '#contract/account/preferences.ts';
import type { onboardingSchema, profileSchema } from '#contract/account/profile.ts';
import type { Db } from '#db/client.ts';
import { getProfile, updateProfile } from '#db/queries/identity/profiles.ts';
import type { UserId } from '#db/types.gen.ts';
import type { Clock } from '#server/gateways/clock.ts';
import { AppError } from '#server/lib/app-error.ts';
import { uuidOf } from '#server/lib/crypto/secrets.ts';
import type { SourcesService } from '#server/modules/brain/sources/sources.service.ts';
import type { z } from 'zod';

type Dependencies = { db: Db; clock: Clock; sources: Pick<SourcesService, 'list' | 'addPage'> };

const toColumns = (input: z.output<typeof profileSchema>) => ({
  full_name: input.fullName,
  business_type: input.businessType,
  business_type_text: input.businessTypeText,
  business_goals: input.businessGoals,
  business_name: input.businessName,
  website: input.website,
  business_size: input.businessSize,
  revenue_range: input.revenueRange,
});

/** What a person changes about themselves and their business. */
export function createProfileEditing({ db, clock, sources }: Dependencies) {
  /**
   * The first website that a person names is read into the Brain, as if they had added it there. A profile is saved
   * even if there is no room for it; Home and the Brain then still ask for it.
   */
  async function readFirstWebsite(userId: UserId, website: string): Promise<void> {
    if (website === '' || (await getProfile(db, userId)).website !== '') return;
    const { sources: added } = await sources.list(userId);
    if (added.some(({ kind }) => kind === 'site')) return;
    try {
      // Always the same id, so that a profile that is sent twice adds it once.
      await sources.addPage(userId, { id: uuidOf(`website ${userId} ${website}`), address: website, isSite: true });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
    }
  }

  return {
    completeOnboarding: async (userId: UserId, input: z.output<typeof onboardingSchema>): Promise<void> => {
      const { timeZone, website } = input;
      const zone = timeZone === undefined ? {} : { time_zone: timeZone };
      await readFirstWebsite(userId, website);
      await updateProfile(db, userId, { ...toColumns(input), ...zone, updated_at: await clock.now() });
    },
    update: async (userId: UserId, input: z.output<typeof profileSchema>): Promise<void> => {
      await readFirstWebsite(userId, input.website);
      await updateProfile(db, userId, { ...toColumns(input), updated_at: await clock.now() });
    },
    updatePreferences: async (userId: UserId, input: z.output<typeof preferencesSchema>): Promise<void> =>
      updateProfile(db, userId, {
        language: input.language,
        time_zone: input.timeZone,
        emails_about_sign_ins: input.emailsAboutSignIns,
        updated_at: await clock.now(),
      }),
  };
}
export type ProfileEditing = ReturnType<typeof createProfileEditing>;
