import { useEffect, useRef } from 'react';
import { inWords } from '#src/lib/text/number-in-words.ts';
import { CONFLICTS_ID, FACTS_ID } from '../anchors.ts';
import type { Conflict } from '../brain-types.ts';
import { untilSettledText } from '../fact-words.ts';
import { ConflictCard } from './conflict-card.tsx';

/** Open conflicts, before everything else. Without one, nothing. */
export function ConflictSection({ conflicts }: { conflicts: readonly Conflict[] }) {
  const { length } = conflicts;
  /** How many there were when one was settled. */
  const before = useRef<number>(null);
  // The card with the focus is gone once it is settled.
  useEffect(() => {
    if (before.current === null || length >= before.current) return;
    before.current = null;
    (document.getElementById(CONFLICTS_ID) ?? document.getElementById(FACTS_ID))?.focus();
  }, [length]);
  if (length === 0) return null;
  return (
    <section className="stack" aria-labelledby={CONFLICTS_ID}>
      <div>
        <h2
          className="h3"
          id={CONFLICTS_ID}
          tabIndex={-1}
        >{`${inWords(length)} ${length === 1 ? 'thing' : 'things'} to settle`}</h2>
        <p className="muted">{untilSettledText(conflicts)}</p>
      </div>
      <div className="clashes">
        {conflicts.map((conflict) => (
          <ConflictCard
            key={conflict.id}
            conflict={conflict}
            onSettled={() => {
              before.current = length;
            }}
          />
        ))}
      </div>
    </section>
  );
}
