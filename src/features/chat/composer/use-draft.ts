import { useCallback, useState } from 'react';
import { personalStore } from '#src/lib/storage/personal-store.ts';
import { usePersonalStore } from '#src/lib/storage/use-personal-store.ts';
import { DRAFT_MAX, readDraft, writeDraft } from './drafts.ts';

/** The unsent text of the open conversation, the same in every tab that has it open. */
export function useDraft(key: string) {
  const stored = usePersonalStore(key, () => readDraft(personalStore, key));
  // Blank and overlong text isn't stored, but it stays in the box.
  const [unstored, setUnstored] = useState<{ key: string; text: string } | null>(null);
  const setText = useCallback(
    (text: string) => {
      writeDraft(personalStore, key, text);
      setUnstored(text.trim() === '' || text.length > DRAFT_MAX ? { key, text } : null);
    },
    [key],
  );
  const isUnstored = unstored?.key === key && (stored === '' || unstored.text.startsWith(stored));
  return { text: isUnstored ? unstored.text : stored, setText };
}
