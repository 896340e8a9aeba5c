import type { TemplateCategory } from '#contract/templates/template-categories.ts';
import type { TemplateSummary } from '#src/domain/templates/template.ts';
import { formatNumber } from '#src/lib/text/format.ts';

export const CATEGORY_NAMES: Record<TemplateCategory, string> = {
  email: 'Email',
  social: 'Social',
  ads: 'Ads',
  content: 'Content',
};

/** `420 uses`. */
export function usesText(uses: number): string {
  if (uses === 0) return 'Not used yet';
  return uses === 1 ? '1 use' : `${formatNumber(uses)} uses`;
}

/** `Used twice`: how often its owner has used a template of their own. */
export function usedByMeText(uses: number): string {
  if (uses === 0) return 'Not used yet';
  if (uses > 2) return `Used ${formatNumber(uses)} times`;
  return uses === 1 ? 'Used once' : 'Used twice';
}

/** `4.7`, or nothing while nobody has rated it. */
export const ratingText = (rating: number | null): string | null => (rating === null ? null : rating.toFixed(1));

/** `Rated 4.7 of 5 by 12 people`, for those who don't see the star. */
export function ratingLabel({ rating, ratings }: Pick<TemplateSummary, 'rating' | 'ratings'>): string {
  if (rating === null) return 'Not rated yet';
  return `Rated ${rating.toFixed(1)} of 5 by ${ratings === 1 ? '1 person' : `${formatNumber(ratings)} people`}`;
}

export const readingText = (minutes: number): string => `${minutes} ${minutes === 1 ? 'minute' : 'minutes'} to read`;
