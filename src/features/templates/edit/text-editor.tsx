import type { RefObject } from 'react';
import { TEMPLATE_SUBJECT_MAX } from '#contract/templates/templates.ts';
import { Button } from '#src/ui/button.tsx';
import { Card } from '#src/ui/card.tsx';
import { Field } from '#src/ui/forms/field.tsx';
import { TextField } from '#src/ui/forms/text-field.tsx';
import { InsertMenu } from './insert-menu.tsx';
import type { Editing } from './use-editing.ts';

type TextEditorProps = { editing: Editing; body: RefObject<HTMLTextAreaElement | null>; problem: string | undefined };

/** The subject and text of a template, with its blanks as names in double braces. */
export function TextEditor({ editing, body, problem }: TextEditorProps) {
  const { draft, change, rememberSelection, add, place } = editing;
  return (
    <Card className="stack">
      {draft.subject === null ? (
        <div>
          <Button variant="ghost" size="sm" onClick={() => change({ subject: '' })}>
            Add a subject line
          </Button>
        </div>
      ) : (
        <div className="row with-remove">
          <div className="grow">
            <TextField
              label="Subject"
              autoComplete="off"
              maxLength={TEMPLATE_SUBJECT_MAX}
              value={draft.subject}
              onChange={({ target }) => change({ subject: target.value })}
            />
          </div>
          <Button variant="ghost" onClick={() => change({ subject: null })}>
            Remove<span className="sr"> the subject line</span>
          </Button>
        </div>
      )}
      <Field
        label="Text"
        error={problem}
        hint="Select words and choose “Insert a blank” to make a blank of them. In the text it’s a name in double braces."
      >
        {(control) => (
          <textarea
            ref={body}
            className="textarea body"
            rows={14}
            {...control}
            value={draft.body}
            onChange={({ target }) => change({ body: target.value })}
            onSelect={rememberSelection}
            onBlur={rememberSelection}
          />
        )}
      </Field>
      <div>
        <InsertMenu blanks={draft.blanks} onAdd={add} onPlace={place} />
      </div>
    </Card>
  );
}
