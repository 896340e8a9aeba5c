import { BUSINESS_SIZES, REVENUE_RANGES } from '#contract/billing/business-figures.ts';
import { BUSINESS_GOALS, businessTypeWords } from '#contract/account/profile-choices.ts';
import type { HomeProfile } from './home-data.ts';

/** `Fern & Kiln, e-commerce`. SaaS and the owner's own words keep their capitalization. */
export function businessWords({ businessName, businessType, businessTypeText }: HomeProfile): string {
  const words = businessTypeWords(businessType, businessTypeText);
  if (businessName === '') return words;
  return `${businessName}, ${businessType === 'saas' || businessType === 'other' ? words : words.toLowerCase()}`;
}

export const goalLabels = ({ businessGoals }: HomeProfile): string[] =>
  BUSINESS_GOALS.filter(({ id }) => businessGoals.includes(id)).map(({ label }) => label);

/** `Increase sales, get more traffic`. */
export function goalWords(profile: HomeProfile): string {
  const [first = '', ...others] = goalLabels(profile);
  return [first, ...others.map((label) => label.toLowerCase())].join(', ');
}

/** What the profile says about the business; null where nothing is known. */
export function knownFacts(profile: HomeProfile): { label: string; values: string[] | null }[] {
  const size = BUSINESS_SIZES.find(({ id }) => id === profile.businessSize)?.label;
  const revenue = REVENUE_RANGES.find(({ id }) => id === profile.revenueRange)?.label;
  return [
    { label: 'Business', values: [businessWords(profile)] },
    { label: 'Goals', values: goalLabels(profile) },
    { label: 'People', values: size === undefined ? null : [size] },
    { label: 'Revenue', values: revenue === undefined ? null : [revenue] },
  ];
}
