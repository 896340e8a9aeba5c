import { personalStore } from '#src/lib/storage/personal-store.ts';
import type { Draft } from './history.ts';

/** What was changed and isn't saved yet, and the revision that it began with. */
export type KeptDraft = { revision: number; draft: Draft };

const hasForm = (value: unknown): value is KeptDraft => {
  const { revision, draft } = (value ?? {}) as Partial<KeptDraft>; // reason: only `keepDraft` writes these entries, but maybe an older one
  return (
    typeof revision === 'number' &&
    typeof draft?.name === 'string' &&
    typeof draft.definition?.trigger?.kind === 'string' &&
    Array.isArray(draft.definition.steps)
  );
};

/** What this browser has kept of an automation. */
export function keptDraft(key: string): KeptDraft | null {
  try {
    const value: unknown = JSON.parse(personalStore.get(key) ?? 'null');
    return hasForm(value) ? value : null;
  } catch {
    return null;
  }
}

/** Keeps a draft beyond a reload and a lost connection, or forgets it once it is saved. */
export function keepDraft(key: string, kept: KeptDraft | null): void {
  if (kept) personalStore.set(key, JSON.stringify(kept));
  else if (personalStore.get(key) !== null) personalStore.remove(key);
}
