import { useEffect, useRef } from 'react';
import { Card } from '#src/ui/card.tsx';
import { formatNumber } from '#src/lib/text/format.ts';
import { BlankEditor, labelOfBlank } from './blank-editor.tsx';
import { isInText, nextUndecided } from './blanks-in-text.ts';
import type { EditProblems } from './edit-problems.ts';
import type { Editing } from './use-editing.ts';

export const BLANKS_HEADING = 'edit-blanks';

type BlankEditorsProps = { editing: Editing; problems: EditProblems };

/** The blanks of a template, in the order in which they are asked for. */
export function BlankEditors({ editing, problems }: BlankEditorsProps) {
  const { draft, changeBlank, named, keep, remove } = editing;
  const heading = useRef<HTMLHeadingElement>(null);
  /** The place of the blank whose button was pressed: the button is gone, so the focus moves on. */
  const decided = useRef<number>(null);
  useEffect(() => {
    if (decided.current === null) return;
    const next = nextUndecided(draft, decided.current);
    decided.current = null;
    if (next === undefined) heading.current?.focus();
    else labelOfBlank(next)?.focus();
  });
  return (
    <section className="stack" aria-labelledby={BLANKS_HEADING}>
      <h2 className="h3" id={BLANKS_HEADING} ref={heading} tabIndex={-1}>
        Blanks <span className="small muted num">{formatNumber(draft.blanks.length)}</span>
      </h2>
      {draft.blanks.length === 0 ? (
        <p className="muted">None yet. Without blanks, the text is always the same.</p>
      ) : (
        <Card className="rows">
          <ul>
            {draft.blanks.map((blank, index) => (
              // By its place: the name follows the label, and a field must keep the focus while it does.
              <li className="blank-editor" key={index}>
                <BlankEditor
                  blank={blank}
                  isUndecided={draft.undecided.includes(blank.name)}
                  isPlaced={isInText(draft, blank)}
                  problem={problems.blanks[blank.name]}
                  onChange={(changes) => changeBlank(blank.name, changes)}
                  onNamed={() => named(blank)}
                  onKeep={() => {
                    decided.current = index;
                    keep(blank.name);
                  }}
                  onRemove={() => {
                    decided.current = index;
                    remove(blank);
                  }}
                />
              </li>
            ))}
          </ul>
        </Card>
      )}
    </section>
  );
}
