import { useCallback, useState } from 'react';
import { draftStore, readDraft, writeDraft } from './drafts.ts';

/** The unsent text of the open conversation. `putBack` returns text to a box even if another one is open by then. */
export function useDraft(key: string) {
  const [draft, setDraft] = useState(() => ({ key, text: readDraft(draftStore(), key) }));
  if (draft.key !== key) setDraft({ key, text: readDraft(draftStore(), key) });

  const setText = useCallback(
    (text: string) => {
      writeDraft(draftStore(), key, text);
      setDraft({ key, text });
    },
    [key],
  );
  const putBack = useCallback((toKey: string, text: string) => {
    const typedSince = readDraft(draftStore(), toKey);
    const whole = typedSince === '' ? text : `${text}\n\n${typedSince}`;
    writeDraft(draftStore(), toKey, whole);
    setDraft((current) => (current.key === toKey ? { key: toKey, text: whole } : current));
  }, []);
  return { text: draft.text, setText, putBack };
}
