import { useState } from 'react';
import { classNames } from '#src/ui/class-names.ts';

/** How much of a long text is shown at first. */
const SHOWN = 600;

/** A written text, with its line breaks. A long one is folded. */
export function LongText({ text, className }: { text: string; className?: string }) {
  const [isWhole, setIsWhole] = useState(text.length <= SHOWN * 1.25);
  return (
    <>
      <p className={classNames('says', className)}>{isWhole ? text : `${text.slice(0, SHOWN).trimEnd()}…`}</p>
      {!isWhole && (
        <p>
          <button type="button" className="text-button" onClick={() => setIsWhole(true)}>
            Show all
          </button>
        </p>
      )}
    </>
  );
}
