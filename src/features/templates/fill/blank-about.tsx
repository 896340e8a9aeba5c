import { Link } from '@tanstack/react-router';
import type { Blank } from '#contract/templates/blanks.ts';
import { conflictLink } from '#src/domain/brain/fact-source.ts';
import { memoryOf } from '#contract/templates/remembered.ts';
import type { Fill } from '#src/domain/templates/template.ts';
import { ValueSource } from './value-source.tsx';

type BlankAboutProps = {
  blank: Blank;
  fill: Fill | undefined;
  /** The same sources as those of the field before. */
  isSameSource: boolean;
  /** It was changed by hand. */
  isTyped: boolean;
  isRemembered: boolean;
  /** What the Brain would be told, as far as it is known. */
  sentences: readonly string[];
  onRemember: (isRemembered: boolean) => void;
  /** Agrees to a teammate's guess; null if it's none. */
  onAgree: (() => void) | null;
  /** Takes back what was typed. */
  onReset: () => void;
};

/** Below a field: where its value comes from, or what can be done about one that is missing. */
export function BlankAbout(props: BlankAboutProps) {
  const { blank, fill, isSameSource, isTyped, isRemembered, sentences, onRemember, onReset, onAgree } = props;
  const isKnown = fill !== undefined && 'value' in fill;
  if (onAgree)
    return (
      <p className="row wrap-row src">
        <button type="button" className="text-button xs" onClick={onAgree}>
          Yes, keep it<span className="sr">{`: ${blank.label}`}</span>
        </button>
        <button type="button" className="text-button xs" onClick={onReset}>
          No, clear it<span className="sr">{`: ${blank.label}`}</span>
        </button>
      </p>
    );
  if (isKnown && !isTyped)
    return isSameSource ? <p className="src">Same source</p> : <ValueSource sources={fill.sources} />;
  if (isKnown)
    return (
      <p className="src">
        Changed by you for this text.{' '}
        <button type="button" className="text-button xs" onClick={onReset}>
          Take it back<span className="sr">{`: ${blank.label}`}</span>
        </button>
      </p>
    );
  const [source] = fill?.sources ?? [];
  const canBeRemembered = memoryOf(blank) !== null;
  return (
    <>
      {fill !== undefined && (
        <p className="src">
          Your Brain has more than one answer.{' '}
          <Link {...(source?.kind === 'fact' ? conflictLink(source.fact) : { to: '/dashboard/brain' })}>
            Settle it<span className="sr">{`: ${blank.label}`}</span>
          </Link>
        </p>
      )}
      {blank.from !== undefined && 'profile' in blank.from && (
        <p className="src">
          Your profile doesn’t say. <Link to="/dashboard/settings">Add it there</Link>
        </p>
      )}
      {canBeRemembered && fill === undefined && (
        <label className="keep">
          <input type="checkbox" checked={isRemembered} onChange={({ target }) => onRemember(target.checked)} />
          Remember this<span className="sr">{`: ${blank.label}`}</span>
        </label>
      )}
      {canBeRemembered && fill === undefined && isTyped && isRemembered && sentences.length > 0 && (
        <p className="src">{`Your Brain will know: ${sentences.map((one) => `“${one}”`).join(' ')}`}</p>
      )}
    </>
  );
}
