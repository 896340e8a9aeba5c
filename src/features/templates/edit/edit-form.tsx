import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { exampleValues } from '#contract/templates/blank-values.ts';
import { renderTemplate } from '#contract/templates/render-template.ts';
import { assistantById, TEAM } from '#contract/chat/assistants.ts';
import { Button } from '#src/ui/button.tsx';
import { inWords } from '#src/lib/text/number-in-words.ts';
import { classNames } from '#src/ui/class-names.ts';
import { Letter } from '../fill/letter.tsx';
import { labelOfBlank } from './blank-editor.tsx';
import { BLANKS_HEADING, BlankEditors } from './blank-editors.tsx';
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
export function EditForm({ keptId, folders, ...read }: EditFormProps) {
  const navigate = useNavigate();
  // Read once: what is typed must not change under a person's hands, and a change made elsewhere is found on saving.
  const [{ saved, edited }] = useState(read);
  const form = useRef<HTMLFormElement>(null);
  const body = useRef<HTMLTextAreaElement>(null);
  const editing = useEditing(keptId, { saved, version: edited?.version ?? null }, body);
  const { draft, isChanged, isOutdated } = editing;
  const [isTried, setIsTried] = useState(false);
  /** How often it couldn't be saved. */
  const [refusals, setRefusals] = useState(0);
  useEffect(() => {
    if (refusals > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [refusals]);
  const { save, isPending } = useSaveTemplate(edited);
  const checked = checkEdit(draft);
  const problems: EditProblems = isTried && 'problems' in checked ? checked.problems : { blanks: {} };

  const onSave = () => {
    setIsTried(true);
    const [open] = draft.undecided;
    if (open !== undefined) labelOfBlank(open)?.focus();
    else if ('problems' in checked) setRefusals((count) => count + 1);
    else {
      const { folder, assistantId } = draft;
      const place = { folder, assistantId: assistantId === '' ? undefined : assistantId };
      save(checked.template, place, (templateId) => {
        editing.done();
        // In place of this page: the way back doesn't lead to a form that could be saved again.
        void navigate({ to: '/dashboard/power-ups/templates/$templateId', params: { templateId }, replace: true });
      });
    }
  };
  const keepAll = () => {
    editing.keepAll();
    // This button is gone now.
    document.getElementById(BLANKS_HEADING)?.focus();
  };
  const count = draft.undecided.length;
  const assistant = draft.assistantId === '' ? undefined : assistantById(draft.assistantId);
  return (
    <div className="fill" data-assistant={assistant?.id ?? 'brain_ai'}>
      <form
        ref={form}
        className="stack"
        aria-label="Template"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!isPending) onSave();
        }}
      >
        {isOutdated && (
          <p className="note warn">
            <span>
              <b className="strong">This template was changed somewhere else.</b> These are your unsaved changes. Saving
              them replaces the other version.{' '}
              <button type="button" className="text-button" onClick={editing.discard}>
                Use the saved version
              </button>
            </span>
          </p>
        )}
        {count > 0 && (
          <p className={classNames('note', isTried && 'warn')} role={isTried ? 'alert' : undefined}>
            <span>
              <b className="strong">
                {count === 1 ? 'One blank is suggested.' : `${inWords(count)} blanks are suggested.`}
              </b>{' '}
              <span>
                {isTried
                  ? 'Decide on each before you save: keep it, or say that it isn’t a blank.'
                  : 'Keep what changes from one use to the next. The words of the others are put back.'}
              </span>{' '}
              <button type="button" className="text-button" onClick={keepAll}>
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
      <section className="preview" aria-labelledby="edit-preview" tabIndex={0}>
        <h2 className="h3" id="edit-preview">
          Preview
        </h2>
        <p className="small muted">Filled in with the examples.</p>
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
