import { Link } from '@tanstack/react-router';
import type { Blank } from '#contract/templates/blanks.ts';
import { conflictLink } from '#src/domain/brain/fact-source.ts';
import type { Fill } from '#src/domain/templates/template.ts';
import { factKindOf } from './remembered.ts';
import { ValueSource } from './value-source.tsx';

type BlankAboutProps = {
  blank: Blank;
  fill: Fill | undefined;
  /** The same sources as those of the field before. */
  isSameSource: boolean;
  /** It was changed by hand. */
  isTyped: boolean;
  isRemembered: boolean;
  onRemember: (isRemembered: boolean) => void;
  /** Takes back what was typed. */
  onReset: () => void;
};

/** Below a field: where its value comes from, or what can be done about one that is missing. */
export function BlankAbout(props: BlankAboutProps) {
  const { blank, fill, isSameSource, isTyped, isRemembered, onRemember, onReset } = props;
  const isKnown = fill !== undefined && 'value' in fill;
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
  const canBeRemembered = factKindOf(blank) !== null;
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
    </>
  );
}
