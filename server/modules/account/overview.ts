import { languageName } from '#contract/account/languages.ts';
import { PLAN_NAMES } from '#contract/billing/plans.ts';
import { BUSINESS_SIZES, REVENUE_RANGES } from '#contract/billing/business-figures.ts';
import { BUSINESS_GOALS, businessTypeWords } from '#contract/account/profile-choices.ts';
import { SECURITY_EVENTS, type SecurityEventKind } from '#contract/account/security-events.ts';
import { effectiveTier, isInTrial } from '#contract/billing/tiers.ts';
import { plainName } from '#contract/quoted-name.ts';
import type { Db } from '#db/client.ts';
import { getAccountDetails } from '#db/queries/identity/accounts.ts';
import { listFactors } from '#db/queries/second-factor/factors.ts';
import { listIdentities } from '#db/queries/identity/identities.ts';
import { listPasskeys } from '#db/queries/second-factor/passkeys.ts';
import { listUsage } from '#db/queries/identity/person-rows.ts';
import { getProfile } from '#db/queries/identity/profiles.ts';
import { listSecurityEvents } from '#db/queries/identity/security-events.ts';
import { listSessionsOf } from '#db/queries/sessions/sessions.ts';
import type { UserId } from '#db/types.gen.ts';
import { overviewPage, type OverviewSection } from '#server/content/export/overview-page.ts';
import { deviceName } from '#server/lib/request/device-name.ts';
import { fullMomentText } from '#contract/dates.ts';

const SHOWN_EVENTS = 1_000;

const labelOf = (choices: readonly { id: string; label: string }[], id: string | null) =>
  choices.find((choice) => choice.id === id)?.label ?? '';
const lineOf = (kind: string) =>
  Object.hasOwn(SECURITY_EVENTS, kind) ? SECURITY_EVENTS[kind as SecurityEventKind].line : kind; // reason: just checked

/** The account on one page: identity, sign-in methods, usage, open sessions and recent events. */
export async function readOverview(db: Db, userId: UserId, now: Date): Promise<string> {
  const account = await getAccountDetails(db, userId, now);
  const profile = await getProfile(db, userId);
  const when = (moment: Date | null) => (moment === null ? '' : fullMomentText(moment, profile.timeZone));
  const filled = (rows: string[][]) => rows.filter(([, value]) => value !== '');

  const accountRows: OverviewSection = {
    heading: 'Account',
    rows: filled([
      ['Email', account.email],
      ['New email, not confirmed yet', account.pendingEmail ?? ''],
      ['Member since', when(account.createdAt)],
      ['Plan', PLAN_NAMES[effectiveTier(profile, now)]],
      [isInTrial(profile, now) ? 'Trial ends' : 'Trial ended', when(profile.trialEndsAt)],
      ['Scheduled for deletion', when(account.deleteAfter)],
      ['Answer language', languageName(profile.language) ?? 'Same as the question'],
      ['Time zone', profile.timeZone],
      ['Emails about new devices', profile.emailsAboutSignIns ? 'Yes' : 'No'],
    ]),
    empty: '',
  };
  const profileRows: OverviewSection = {
    heading: 'Profile',
    rows: filled([
      ['Name', profile.fullName],
      ['Business', profile.businessName],
      ['Website', profile.website],
      ['Type', businessTypeWords(profile.businessType, profile.businessTypeText)],
      ['Goals', profile.businessGoals.map((goal) => labelOf(BUSINESS_GOALS, goal)).join(', ')],
      ['Size', labelOf(BUSINESS_SIZES, profile.businessSize)],
      ['Revenue', labelOf(REVENUE_RANGES, profile.revenueRange)],
    ]),
    empty: 'Nothing filled in yet.',
  };
  const waysIn: OverviewSection = {
    heading: 'Ways to sign in',
    columns: ['What', 'Name', 'Added', 'Last used'],
    rows: [
      ...(account.passwordHash === null ? [] : [['Password', '', '', '']]),
      ...(await listIdentities(db, userId)).map((one) => [
        one.provider === 'google' ? 'Google' : 'Slack',
        one.email,
        when(one.createdAt),
        when(one.lastUsedAt),
      ]),
      ...(await listPasskeys(db, userId)).map((one) => [
        'Passkey',
        plainName(one.friendlyName),
        when(one.createdAt),
        when(one.lastUsedAt),
      ]),
      ...(await listFactors(db, userId)).map((one) => [
        one.factorType === 'totp' ? 'Second factor: app' : 'Second factor: phone',
        [plainName(one.friendlyName), one.phone].filter(Boolean).join(', '),
        when(one.createdAt),
        when(one.lastUsedAt),
      ]),
    ],
    empty: 'Links sent to your email address.',
  };
  const usage: OverviewSection = {
    heading: 'Messages by month',
    columns: ['Month', 'Messages'],
    rows: (await listUsage(db, userId)).map(({ month, messages }) => [month, String(messages)]),
    empty: 'None yet.',
  };
  const sessions: OverviewSection = {
    heading: 'Where you are signed in',
    columns: ['Device', 'IP address', 'Since', 'Last seen'],
    rows: (await listSessionsOf(db, userId, now)).map((one) => [
      deviceName(one.userAgent),
      one.ipAddress,
      when(one.createdAt),
      when(one.lastSeenAt),
    ]),
    empty: 'No devices.',
  };
  const log: OverviewSection = {
    heading: 'Security log',
    columns: ['When', 'What', 'Detail', 'Device', 'IP address'],
    rows: (await listSecurityEvents(db, userId, SHOWN_EVENTS)).map((one) => [
      when(one.happenedAt),
      lineOf(one.kind),
      one.detail,
      deviceName(one.userAgent),
      one.ipAddress,
    ]),
    empty: 'Nothing yet.',
  };
  return overviewPage(account.email, when(now), [accountRows, profileRows, waysIn, usage, sessions, log]);
}
