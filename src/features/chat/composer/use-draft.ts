import { useCallback, useState, useSyncExternalStore } from 'react';
import { personalStore } from '#src/lib/personal-store.ts';
import { DRAFT_MAX, readDraft, writeDraft } from './drafts.ts';

/** The unsent text of the open conversation, the same in every tab that has it open. */
export function useDraft(key: string) {
  const kept = useSyncExternalStore(personalStore.subscribe, () => readDraft(personalStore, key));
  // Blank text and text that is too long are not kept, but they are in the box.
  const [unkept, setUnkept] = useState<{ key: string; text: string } | null>(null);
  const setText = useCallback(
    (text: string) => {
      writeDraft(personalStore, key, text);
      setUnkept(text.trim() === '' || text.length > DRAFT_MAX ? { key, text } : null);
    },
    [key],
  );
  const isUnkept = unkept?.key === key && (kept === '' || unkept.text.startsWith(kept));
  return { text: isUnkept ? unkept.text : kept, setText };
}
