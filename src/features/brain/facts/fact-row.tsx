import { CornerLeftUp, Pencil, Pin, Tag, Trash2 } from 'lucide-react';
import { memo, useEffect, useRef, useState } from 'react';
import { useNow } from '#src/lib/use-now.ts';
import { Badge } from '#src/ui/badge.tsx';
import { Button } from '#src/ui/button.tsx';
import { classNames } from '#src/ui/class-names.ts';
import { IconButton } from '#src/ui/icon-button.tsx';
import type { Fact } from '#src/domain/brain/fact.ts';
import { validityText } from '#src/domain/brain/fact-dates.ts';
import { beforeThatText, formerNameText, replacedText, untilText } from '#src/domain/brain/fact-history.ts';
import { useFactFocus } from '../fact-focus.ts';
import { SourceLine } from '../source-line.tsx';
import { FactEditor } from './fact-editor.tsx';
import { FactStateMark } from './fact-state.tsx';
import { LazyFactMenu } from './lazy-fact-menu.tsx';
import { neighborOf } from './neighbor-of.ts';
import { useFactActions } from './use-fact-actions.ts';

type FactRowProps = {
  fact: Fact;
  /** For lists with facts that were replaced or forgotten: asks whether to delete one for good. */
  onErase?: (fact: Fact, row: HTMLElement) => void;
};

/** A fact: pin, sentence, source, state, and what can be done with it. */
export const FactRow = memo(function FactRow({ fact, onErase }: FactRowProps) {
  const row = useRef<HTMLLIElement>(null);
  const [isEditing, setIsEditing] = useState(false);
  const wasEditing = useRef(false);
  const { shown, isForgetting, isBringingBack, togglePin, confirm, forget, bringBack } = useFactActions(fact);
  const { id, statement, state, isPinned, replaced } = shown;
  const isLive = state !== 'superseded' && state !== 'forgotten';
  const now = useNow();
  const validity = validityText(fact, now);
  const beforeThat = beforeThatText(fact, now);
  const formerName = formerNameText(fact, now);
  useFactFocus(id, row);
  useEffect(() => {
    if (wasEditing.current && !isEditing) row.current?.focus();
    wasEditing.current = isEditing;
  }, [isEditing]);
  // After the row is hidden: a menu that closes returns the focus to its button.
  const neighbor = useRef<HTMLElement>(null);
  useEffect(() => {
    if (isForgetting) neighbor.current?.focus();
  }, [isForgetting]);

  const edit = () => setIsEditing(true);
  const forgetRow = () => {
    neighbor.current = row.current && neighborOf(row.current);
    forget();
  };
  return (
    <li className={classNames('fact', isEditing && 'editing')} ref={row} tabIndex={-1} hidden={isForgetting}>
      {isLive ? (
        <IconButton
          className="pin"
          label={`Pin: ${statement}`}
          title={isPinned ? 'Pinned: every teammate always sees it' : 'Pin'}
          aria-pressed={isPinned}
          onClick={togglePin}
        >
          <Pin className="icon" aria-hidden="true" />
        </IconButton>
      ) : (
        <span />
      )}
      {isEditing ? (
        <FactEditor fact={fact} onClose={() => setIsEditing(false)} />
      ) : (
        <>
          <div className="what">
            <p className="statement">
              <span>{statement}</span> {validity !== null && <Badge>{validity}</Badge>}{' '}
              {shown.isShareable && <Badge>Okay to share</Badge>}
            </p>
            <SourceLine fact={fact} hasAttribute />
            {formerName !== null && (
              <p className="old">
                <Tag className="icon" aria-hidden="true" />
                <span>{formerName}</span>
              </p>
            )}
            {isLive && replaced !== null && (
              <p className="old">
                <CornerLeftUp className="icon" aria-hidden="true" />
                <span>
                  Was <s>{replacedText(fact)}</s>
                  <span>{` until ${untilText(replaced, now)}.${beforeThat === '' ? '' : ` Before that: ${beforeThat}.`}`}</span>
                </span>
                <button
                  type="button"
                  className="text-button"
                  disabled={isBringingBack}
                  onClick={() => bringBack(replaced.id)}
                >
                  Bring it back<span className="sr">{`: ${replaced.statement}`}</span>
                </button>
              </p>
            )}
          </div>
          <div className="do">
            <FactStateMark state={state} isSaid={shown.isSaid} />
            {state === 'suggested' && (
              <Button
                variant="secondary"
                size="sm"
                onClick={() => {
                  row.current?.focus();
                  confirm();
                }}
              >
                Confirm<span className="sr">{`: ${statement}`}</span>
              </Button>
            )}
            {isLive ? (
              <>
                <IconButton className="wide" label={`Correct: ${statement}`} title="Correct" onClick={edit}>
                  <Pencil className="icon" aria-hidden="true" />
                </IconButton>
                <IconButton className="wide" label={`Forget: ${statement}`} title="Forget" onClick={forgetRow}>
                  <Trash2 className="icon" aria-hidden="true" />
                </IconButton>
                <div className="narrow">
                  <LazyFactMenu label={`More for: ${statement}`} onCorrect={edit} onForget={forgetRow} />
                </div>
              </>
            ) : (
              <>
                {onErase && (
                  <Button variant="ghost" size="sm" onClick={() => row.current && onErase(fact, row.current)}>
                    Delete for good<span className="sr">{`: ${statement}`}</span>
                  </Button>
                )}
                <Button variant="secondary" size="sm" busy={isBringingBack} onClick={() => bringBack(id)}>
                  Bring it back<span className="sr">{`: ${statement}`}</span>
                </Button>
              </>
            )}
          </div>
        </>
      )}
    </li>
  );
});
