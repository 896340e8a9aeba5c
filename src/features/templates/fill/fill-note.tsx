import { CircleAlert } from 'lucide-react';
import type { Blank } from '#contract/templates/blanks.ts';
import { quotedName } from '#contract/quoted-name.ts';
import { inWords } from '#src/lib/text/number-in-words.ts';

type FillNoteProps = { missing: readonly Blank[]; teammate: string; onGo: () => void };

/** How many blanks are left to the owner, and why nobody else fills them in. */
export function FillNote({ missing, teammate, onGo }: FillNoteProps) {
  const [first] = missing;
  if (!first) return null;
  const isOne = missing.length === 1;
  return (
    <p className="note warn">
      <CircleAlert className="icon sm" aria-hidden="true" />
      <span>
        <b className="strong">{isOne ? 'One blank is left.' : `${inWords(missing.length)} blanks are left.`}</b>{' '}
        <span>{isOne ? `Your Brain can’t fill in ${quotedName(first.label)},` : 'Your Brain can’t fill them in,'}</span>{' '}
        and <span>{teammate}</span> won’t guess.{' '}
        <button type="button" className="text-button" onClick={onGo}>
          {isOne ? 'Fill it in' : 'Go to the first'}
        </button>
      </span>
    </p>
  );
}
