import { Check, X } from 'lucide-react';
import { useId } from 'react';
import { BLANK_HINT_MAX, BLANK_LABEL_MAX } from '#contract/templates/blanks.ts';
import { Badge } from '#src/ui/badge.tsx';
import { Button } from '#src/ui/button.tsx';
import { Field } from '#src/ui/forms/field.tsx';
import { OptionalLabel } from '#src/ui/forms/optional-label.tsx';
import { SelectField } from '#src/ui/forms/select-field.tsx';
import { TextField } from '#src/ui/forms/text-field.tsx';
import type { EditBlank } from './edit-draft.ts';
import { BLANK_KINDS, KIND_NAMES } from './insert-menu.tsx';

const EXAMPLE_HINTS: Partial<Record<EditBlank['kind'], string>> = {
  list: 'One item per line.',
  choice: 'One per line: a name, a colon, and the words for the text.',
};
const EXAMPLE_LABELS: Partial<Record<EditBlank['kind'], string>> = { choice: 'Choices', list: 'Example items' };

type BlankEditorProps = {
  blank: EditBlank;
  isUndecided: boolean;
  /** Whether the text has a place for it. */
  isPlaced: boolean;
  problem: string | undefined;
  onChange: (changes: Partial<EditBlank>) => void;
  /** The label is complete. */
  onNamed: () => void;
  onKeep: () => void;
  onRemove: () => void;
};

/** The field with the label of a blank. */
export const labelOfBlank = (name: string) => document.querySelector<HTMLInputElement>(`[data-blank="${name}"]`);

/** One blank of a template: what it is called, what goes in, and an example. */
export function BlankEditor(props: BlankEditorProps) {
  const { blank, isUndecided, isPlaced, problem, onChange, onNamed, onKeep, onRemove } = props;
  const { name, label, hint, kind, example, isRequired } = blank;
  const titleId = useId();
  const called = label || 'New blank';
  return (
    <div className="stack" role="group" aria-labelledby={titleId}>
      <div className="row between">
        <p className="row" id={titleId}>
          <span className="strong">{called}</span>
          {isUndecided && <Badge tone="accent">Suggested</Badge>}
          {!isPlaced && <Badge tone="warning">Not in the text</Badge>}
        </p>
        <span className="row">
          {isUndecided && (
            <Button size="sm" variant="secondary" onClick={onKeep}>
              <Check className="icon sm" aria-hidden="true" />
              Keep<span className="sr">{`: ${called}`}</span>
            </Button>
          )}
          <Button size="sm" variant="ghost" onClick={onRemove}>
            <X className="icon sm" aria-hidden="true" />
            <span>{isUndecided ? 'Not a blank' : 'Remove'}</span>
            <span className="sr">{`: ${called}`}</span>
          </Button>
        </span>
      </div>
      <div className="grid2">
        <TextField
          label="Label"
          data-blank={name}
          error={label.trim() === '' ? problem : undefined}
          autoComplete="off"
          maxLength={BLANK_LABEL_MAX}
          value={label}
          onChange={({ target }) => onChange({ label: target.value })}
          onBlur={onNamed}
        />
        <SelectField
          label="Kind"
          options={BLANK_KINDS.map((one) => ({ value: one, label: KIND_NAMES[one] }))}
          value={kind}
          onChange={({ target }) => onChange({ kind: BLANK_KINDS.find((one) => one === target.value) ?? kind })}
        />
      </div>
      <Field
        label={EXAMPLE_LABELS[kind] ?? 'Example'}
        hint={EXAMPLE_HINTS[kind]}
        error={label.trim() === '' ? undefined : problem}
      >
        {(control) =>
          kind === 'list' || kind === 'choice' || example.includes('\n') ? (
            <textarea
              className="textarea"
              rows={3}
              {...control}
              value={example}
              onChange={({ target }) => onChange({ example: target.value })}
            />
          ) : (
            <input
              className="input"
              type={kind === 'date' ? 'date' : 'text'}
              inputMode={kind === 'number' ? 'decimal' : undefined}
              autoComplete="off"
              {...control}
              value={example}
              onChange={({ target }) => onChange({ example: target.value })}
            />
          )
        }
      </Field>
      <TextField
        label={<OptionalLabel text="Hint" />}
        maxLength={BLANK_HINT_MAX}
        autoComplete="off"
        value={hint}
        onChange={({ target }) => onChange({ hint: target.value })}
      />
      <label className="row check">
        <input
          type="checkbox"
          checked={isRequired}
          onChange={({ target }) => onChange({ isRequired: target.checked })}
        />
        <span>
          Needed<span className="sr">{`: ${called}`}</span>
        </span>
      </label>
    </div>
  );
}
