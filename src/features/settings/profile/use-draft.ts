import { useState } from 'react';

/** The values being edited, next to the saved ones. */
export function useDraft<Draft extends object>(start: Draft) {
  const [saved, setSaved] = useState(start);
  const [draft, setDraft] = useState(start);
  return {
    draft,
    isDirty: JSON.stringify(draft) !== JSON.stringify(saved),
    change: (changed: Partial<Draft>) => setDraft((old) => ({ ...old, ...changed })),
    /** `stored` is what the server has now. Anything typed while it was saving is kept. */
    markSaved: (sent: Draft, stored: Draft) => {
      setSaved(stored);
      setDraft((now) => (JSON.stringify(now) === JSON.stringify(sent) ? stored : now));
    },
    discard: () => setDraft(saved),
  };
}
