import { Card } from '#src/ui/card.tsx';
import { formatNumber } from '#src/lib/text/format.ts';
import { BlankEditor } from './blank-editor.tsx';
import { isInText } from './blanks-in-text.ts';
import type { EditProblems } from './edit-problems.ts';
import type { Editing } from './use-editing.ts';

type BlankEditorsProps = { editing: Editing; problems: EditProblems };

/** The blanks of a template, in the order in which they are asked for. */
export function BlankEditors({ editing, problems }: BlankEditorsProps) {
  const { draft, changeBlank, named, keep, remove } = editing;
  return (
    <section className="stack" aria-labelledby="edit-blanks">
      <h2 className="h3" id="edit-blanks">
        Blanks <span className="small muted num">{formatNumber(draft.blanks.length)}</span>
      </h2>
      {draft.blanks.length === 0 ? (
        <p className="muted">None yet. Without blanks, the text is always the same.</p>
      ) : (
        <Card className="rows">
          <ul>
            {draft.blanks.map((blank, index) => (
              // By its place: the name follows the label, and a field must keep the focus while it does.
              <BlankEditor
                key={index}
                blank={blank}
                isUndecided={draft.undecided.includes(blank.name)}
                isPlaced={isInText(draft, blank)}
                problem={problems.blanks[blank.name]}
                onChange={(changes) => changeBlank(blank.name, changes)}
                onNamed={() => named(blank)}
                onKeep={() => keep(blank.name)}
                onRemove={() => remove(blank)}
              />
            ))}
          </ul>
        </Card>
      )}
    </section>
  );
}
