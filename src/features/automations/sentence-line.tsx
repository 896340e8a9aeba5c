import type { Sentence } from '#contract/automations/sentence-pieces.ts';
import { classNames } from '#src/ui/class-names.ts';

type SentenceLineProps = {
  sentence: Sentence;
  /** The last real values, by `step.field`, for the chips that show them. */
  samples?: Readonly<Record<string, string>>;
  /** What is wrong: a chip with these words is marked. */
  badChip?: string | undefined;
};

/** A sentence with what was chosen as chips. */
export function SentenceLine({ sentence, samples = {}, badChip }: SentenceLineProps) {
  return sentence.pieces.map((piece, index) => {
    if (piece.kind === 'words') return piece.text;
    const sample = piece.reference === undefined ? undefined : samples[piece.reference];
    return (
      // By its place: a sentence can name the same thing twice.
      <span className={classNames('val', (piece.isMissing || piece.text === badChip) && 'bad')} key={index}>
        <span>{piece.text}</span>
        {sample !== undefined && <small aria-hidden="true">{sample}</small>}
      </span>
    );
  });
}
