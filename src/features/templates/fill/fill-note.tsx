import { CircleAlert } from 'lucide-react';
import type { Blank } from '#contract/templates/blanks.ts';
import { quotedName } from '#contract/quoted-name.ts';
import { inWords } from '#src/lib/text/number-in-words.ts';
import { Button } from '#src/ui/button.tsx';
import type { BlankDrafting } from './use-draft-blanks.ts';

type FillNoteProps = {
  missing: readonly Blank[];
  /** The blanks with a guess that the owner hasn't agreed to. */
  guessed: readonly Blank[];
  /** Null if the plan doesn't include the template. */
  drafting: BlankDrafting | null;
  onGo: (blank: Blank) => void;
};

/** What is left to the owner: blanks to fill in, and guesses to agree to. */
export function FillNote({ missing, guessed, drafting, onGo }: FillNoteProps) {
  const [first] = missing;
  const [guess] = guessed;
  if (!first && !guess) return null;
  return (
    <div className="note warn">
      <CircleAlert className="icon sm" aria-hidden="true" />
      <div className="stack">
        {first && (
          <p>
            <b className="strong">
              {missing.length === 1 ? 'One blank is left.' : `${inWords(missing.length)} blanks are left.`}
            </b>{' '}
            <span>
              {missing.length === 1
                ? `Your Brain can’t fill in ${quotedName(first.label)}.`
                : 'Your Brain can’t fill them in.'}
            </span>{' '}
            <button type="button" className="text-button" onClick={() => onGo(first)}>
              {missing.length === 1 ? 'Fill it in' : 'Go to the first'}
            </button>
          </p>
        )}
        {guess && (
          <p>
            <b className="strong">
              {guessed.length === 1 ? 'One guess needs your yes.' : `${inWords(guessed.length)} guesses need your yes.`}
            </b>{' '}
            <button type="button" className="text-button" onClick={() => onGo(guess)}>
              {guessed.length === 1 ? 'Check it' : 'Check the first'}
            </button>
          </p>
        )}
        {drafting?.canDraft && (
          <p className="row wrap-row">
            <Button
              size="sm"
              variant="secondary"
              busy={drafting.isPending}
              busyText="Drafting..."
              onClick={drafting.draft}
            >
              {`Let ${drafting.name} fill in the rest`}
            </Button>
            <span className="small">Uses one message. Each guess waits for your yes.</span>
          </p>
        )}
      </div>
    </div>
  );
}
