import { BUSINESS_GOALS, BUSINESS_TYPES } from '#contract/account/profile-choices.ts';
import type { ProfileDraft } from '#src/domain/profile/profile-draft.ts';

/** Where someone is in onboarding. */
type Kept = { step: 1 | 2; draft: ProfileDraft };
type Disk = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

const KEY = 'tenfold:onboarding';
/** The most characters of a field that are kept: more than any of them may have. */
const FIELD_MAX = 500;
const TEXTS = ['fullName', 'businessName', 'businessTypeText', 'website', 'businessSize', 'revenueRange'] as const;

const cut = (draft: ProfileDraft): ProfileDraft => ({
  ...draft,
  ...Object.fromEntries(TEXTS.map((field) => [field, draft[field].slice(0, FIELD_MAX)])),
});

/** This tab's sessionStorage, or null if it's forbidden: then even accessing it throws. */
export function tabStorage(): Disk | null {
  try {
    return window.sessionStorage;
  } catch {
    return null;
  }
}

/** Saves what this person has typed, so that it survives a reload of this tab; null drops it. */
export function keepOnboarding(disk: Disk | null, userId: string, kept: Kept | null): void {
  try {
    if (kept === null) disk?.removeItem(KEY);
    else disk?.setItem(KEY, JSON.stringify({ userId, step: kept.step, draft: cut(kept.draft) }));
  } catch {
    // If the store is full or forbidden, a reload starts over.
  }
}

/**
 * What this person had typed in this tab, or null. What an older version of the app kept counts as far as it can be
 * read.
 */
export function readOnboarding(disk: Disk | null, userId: string, start: ProfileDraft): Kept | null {
  try {
    const kept: unknown = JSON.parse(disk?.getItem(KEY) ?? 'null');
    if (typeof kept !== 'object' || kept === null || Reflect.get(kept, 'userId') !== userId) return null;
    const typed: unknown = Reflect.get(kept, 'draft');
    if (typeof typed !== 'object' || typed === null) return null;
    const field = (name: string): unknown => Reflect.get(typed, name);
    const goals = field('businessGoals');
    const texts = TEXTS.flatMap((name) => {
      const text = field(name);
      return typeof text === 'string' ? [[name, text]] : [];
    });
    const draft: ProfileDraft = {
      ...start,
      ...Object.fromEntries(texts),
      businessType: BUSINESS_TYPES.find(({ id }) => id === field('businessType'))?.id ?? start.businessType,
      businessGoals: Array.isArray(goals)
        ? BUSINESS_GOALS.map(({ id }) => id).filter((id) => goals.includes(id))
        : start.businessGoals,
    };
    return { step: Reflect.get(kept, 'step') === 2 && draft.businessType !== null ? 2 : 1, draft };
  } catch {
    return null;
  }
}
