import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { exampleValues } from '#contract/power-ups/blank-values.ts';
import { renderTemplate } from '#contract/power-ups/render-template.ts';
import { assistantById, TEAM } from '#contract/chat/assistants.ts';
import { Button } from '#src/ui/button.tsx';
import { inWords } from '#src/lib/text/number-in-words.ts';
import { classNames } from '#src/ui/class-names.ts';
import { Letter } from '../fill/letter.tsx';
import { focusBlank } from './blank-editor.tsx';
import { BlankEditors } from './blank-editors.tsx';
import type { EditDraft } from './edit-draft.ts';
import { checkEdit, type EditProblems } from './edit-problems.ts';
import { EditFields } from './edit-fields.tsx';
import { TextEditor } from './text-editor.tsx';
import { useEditing } from './use-editing.ts';
import { useSaveTemplate, type EditedTemplate } from './use-save-template.ts';

type EditFormProps = {
  /** What this browser keeps unsaved changes under. */
  keptId: string;
  saved: EditDraft;
  edited: EditedTemplate | null;
  folders: readonly string[];
};

/** Editing a template, with its text as it reads with the examples beside it. */
export function EditForm({ keptId, saved, edited, folders }: EditFormProps) {
  const navigate = useNavigate();
  const body = useRef<HTMLTextAreaElement>(null);
  const editing = useEditing(keptId, saved, body);
  const { draft, isChanged } = editing;
  const [isTried, setIsTried] = useState(false);
  const { save, isPending } = useSaveTemplate(edited);
  const checked = checkEdit(draft);
  const problems: EditProblems = isTried && 'problems' in checked ? checked.problems : { blanks: {} };

  const onSave = () => {
    setIsTried(true);
    const [open] = draft.undecided;
    if (open !== undefined) focusBlank(open);
    else if ('problems' in checked) {
      const [name] = Object.keys(checked.problems.blanks);
      if (checked.problems.title !== undefined)
        document.querySelector<HTMLInputElement>('[data-field="title"]')?.focus();
      else if (checked.problems.text !== undefined) body.current?.focus();
      else if (name !== undefined) focusBlank(name);
    } else {
      const { folder, assistantId } = draft;
      const place = { folder, assistantId: assistantId === '' ? undefined : assistantId };
      save(checked.template, place, (templateId) => {
        editing.done();
        void navigate({ to: '/dashboard/power-ups/templates/$templateId', params: { templateId } });
      });
    }
  };
  const count = draft.undecided.length;
  const assistant = draft.assistantId === '' ? undefined : assistantById(draft.assistantId);
  return (
    <div className="fill" data-assistant={assistant?.id ?? 'brain_ai'}>
      <form
        className="stack"
        aria-label="Template"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!isPending) onSave();
        }}
      >
        {count > 0 && (
          <p className={classNames('note', isTried && 'warn')} role={isTried ? 'alert' : undefined}>
            <span>
              <b className="strong">
                {count === 1 ? 'One blank is suggested.' : `${inWords(count)} blanks are suggested.`}
              </b>{' '}
              {isTried
                ? 'Decide on each before you save: keep it, or say that it isn’t a blank.'
                : 'Keep what changes from one use to the next. The words of the others are put back.'}{' '}
              <button type="button" className="quiet" onClick={editing.keepAll}>
                Keep all
              </button>
            </span>
          </p>
        )}
        <EditFields draft={draft} change={editing.change} problems={problems} folders={folders} team={TEAM} />
        <TextEditor editing={editing} body={body} problem={problems.text} />
        <BlankEditors editing={editing} problems={problems} />
        <div className="acts">
          <Button type="submit" busy={isPending} busyText="Saving...">
            Save template
          </Button>
          {isChanged && (
            <Button variant="ghost" onClick={editing.discard}>
              Discard changes
            </Button>
          )}
        </div>
        <p className="small muted" role="status">
          {isChanged ? 'Not saved yet. This browser keeps your changes until you do.' : ''}
        </p>
      </form>
      <section className="preview" aria-labelledby="edit-preview">
        <h2 className="h3" id="edit-preview">
          Preview
        </h2>
        <p className="small muted">With the examples of its blanks.</p>
        <Preview draft={draft} />
      </section>
    </div>
  );
}

/** Until the template is right, its text as it was typed. */
function Preview({ draft }: { draft: EditDraft }) {
  const checked = checkEdit({ ...draft, title: draft.title || 'Untitled', tags: '', description: '' });
  if ('problems' in checked) {
    const text = { subject: draft.subject, body: draft.body || ' ' };
    return <Letter rendered={renderTemplate({ text, blanks: [] }, {})} blanks={[]} />;
  }
  const { text, blanks } = checked.template;
  return <Letter rendered={renderTemplate({ text, blanks }, exampleValues(blanks))} blanks={blanks} />;
}
