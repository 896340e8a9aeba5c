import { profileSchema } from '#contract/account/profile.ts';
import type { z } from 'zod';
import type { DraftErrors, ProfileDraft } from './profile-draft.ts';

type Checked = z.output<typeof profileSchema>;
type Read = { input: Checked; errors: null } | { input: null; errors: DraftErrors };

/** The draft in the server's format, or one sentence for each invalid field. In a file of its own: it needs the schema library. */
export function readDraft(draft: ProfileDraft): Read {
  const result = profileSchema.safeParse({
    ...draft,
    businessSize: draft.businessSize || null,
    revenueRange: draft.revenueRange || null,
  });
  if (result.success) return { input: result.data, errors: null };
  const errors: DraftErrors = {};
  for (const issue of result.error.issues) {
    const field = issue.path[0];
    if (typeof field === 'string' && Object.hasOwn(draft, field)) errors[field as keyof ProfileDraft] ??= issue.message; // reason: hasOwn proves the key
  }
  return { input: null, errors };
}
