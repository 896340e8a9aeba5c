import { z } from 'zod';
import { isTimeZone } from './time-zone.ts';

/** Onboarding choices (spec §3). Labels are ours; ids are the specification's. */
export const BUSINESS_TYPES = [
  { id: 'ecommerce', label: 'E-commerce', hint: 'You sell products online' },
  { id: 'saas', label: 'SaaS', hint: 'You run a software product' },
  { id: 'freelancer', label: 'Freelancer', hint: 'You work for clients yourself' },
  { id: 'agency', label: 'Agency', hint: 'Your team works for clients' },
] as const;
export const BUSINESS_GOALS = [
  { id: 'sales', label: 'Increase sales', hint: 'More orders from the people you reach' },
  { id: 'traffic', label: 'Get more traffic', hint: 'More people who find you' },
  { id: 'leads', label: 'Generate leads', hint: 'More people who ask for an offer' },
  { id: 'support', label: 'Improve support', hint: 'Faster, kinder answers to customers' },
] as const;

export const businessTypeSchema = z.enum(['ecommerce', 'saas', 'freelancer', 'agency']);
export const businessGoalSchema = z.enum(['sales', 'traffic', 'leads', 'support']);
export const businessSizeSchema = z.enum(['solo', 'small', 'medium', 'large']);
export const revenueRangeSchema = z.enum(['under-100k', '100k-500k', '500k-1m', '1m+']);
export type BusinessType = z.infer<typeof businessTypeSchema>;
export type BusinessGoal = z.infer<typeof businessGoalSchema>;

const line = (max: number) =>
  z
    .string()
    .trim()
    .max(max, { error: `Please keep this to ${max} characters.`, abort: true });

export const websiteSchema = line(200).refine(
  (value) => value === '' || /^(https?:\/\/)?[^\s/@]+\.[^\s/@]{2,}(\/\S*)?$/i.test(value),
  'Please enter a website like yourshop.com.',
);

/** What the settings save about a person and their business. Optional lines come as empty text. */
export const profileSchema = z.object({
  fullName: line(100).min(1, 'Please tell us your name.'),
  businessType: businessTypeSchema,
  businessGoals: z
    .array(businessGoalSchema)
    .min(1, 'Choose at least one goal.')
    .max(4)
    .transform((goals) => [...new Set(goals)]),
  businessName: line(120).default(''),
  website: websiteSchema.default(''),
  businessSize: businessSizeSchema.nullable().default(null),
  revenueRange: revenueRangeSchema.nullable().default(null),
});

export const timeZoneSchema = z
  .string()
  .max(64, { abort: true })
  .refine(isTimeZone, 'Please choose a time zone of the list.');
/** Onboarding saves the same, and the time zone that the browser says; one that the server does not know stops nobody. */
export const onboardingSchema = profileSchema.extend({ timeZone: timeZoneSchema.optional().catch(undefined) });
