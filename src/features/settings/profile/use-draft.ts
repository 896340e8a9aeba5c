import { useState } from 'react';

/** What is being edited beside what was saved. */
export function useDraft<Draft extends object>(start: Draft) {
  const [saved, setSaved] = useState(start);
  const [draft, setDraft] = useState(start);
  return {
    draft,
    isDirty: JSON.stringify(draft) !== JSON.stringify(saved),
    change: (changed: Partial<Draft>) => setDraft((old) => ({ ...old, ...changed })),
    /** `stored` is what the server keeps now. What was typed while it was on its way stays. */
    keep: (sent: Draft, stored: Draft) => {
      setSaved(stored);
      setDraft((now) => (JSON.stringify(now) === JSON.stringify(sent) ? stored : now));
    },
    discard: () => setDraft(saved),
  };
}
