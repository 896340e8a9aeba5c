import { useRef, useState } from 'react';
import { PARTS_MAX } from '#contract/automations/automation-limits.ts';
import type { Field } from '#contract/automations/triggers.ts';
import { VALUE_KINDS, VALUE_KIND_NAMES } from '#contract/automations/values.ts';
import { focusAfter } from '#src/lib/focus-after.ts';
import { Button } from '#src/ui/button.tsx';
import { SelectField } from '#src/ui/forms/select-field.tsx';
import { TextField } from '#src/ui/forms/text-field.tsx';
import { pressedKey } from '#src/lib/pressed-key.ts';
import { fieldNameFor } from './field-name.ts';

type PartsEditorProps = {
  label: string;
  /** What one is called, such as "part". */
  noun: string;
  fields: readonly Field[];
  onChange: (fields: Field[]) => void;
  /** Whether the form for a new one is open from the beginning. */
  startsOpen?: boolean;
};

const EMPTY: Pick<Field, 'label' | 'kind'> = { label: '', kind: 'text' };

/** The named parts of an answer, or the fields of a form: each a chip, and one open to be changed. */
export function PartsEditor({ label, noun, fields, onChange, startsOpen = false }: PartsEditorProps) {
  const [open, setOpen] = useState<number | null>(startsOpen ? fields.length : null);
  const [draft, setDraft] = useState(EMPTY);
  const add = useRef<HTMLButtonElement>(null);
  const edit = (index: number) => {
    const { label: name, kind } = fields[index] ?? EMPTY;
    setDraft({ label: name, kind });
    setOpen(index);
  };
  const close = () =>
    focusAfter(
      () => setOpen(null),
      () => add.current,
    );
  const save = () => {
    const name = draft.label.trim();
    if (open === null || name === '') return;
    const before = fields[open];
    const changed: Field = {
      name:
        before?.name ??
        fieldNameFor(
          name,
          fields.map((field) => field.name),
        ),
      label: name,
      kind: draft.kind,
    };
    onChange(before ? fields.with(open, changed) : [...fields, changed]);
    close();
  };
  return (
    <div className="field" role="group" aria-label={label}>
      <span className="label">{label}</span>
      <ul className="parts">
        {fields.map((field, index) => (
          <li key={field.name}>
            <button type="button" className="part" aria-expanded={open === index} onClick={() => edit(index)}>
              <b>{field.label}</b>
              <span className="muted">{VALUE_KIND_NAMES[field.kind]}</span>
            </button>
          </li>
        ))}
        {fields.length < PARTS_MAX && (
          <li>
            <button
              type="button"
              className="text-button"
              ref={add}
              onClick={() => edit(fields.length)}
            >{`Add a ${noun}`}</button>
          </li>
        )}
      </ul>
      {open !== null && (
        <div className="part-form">
          <TextField
            // The field is opened by a click, and its name is what comes next.
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- reason: as above
            autoFocus
            key={open}
            label="Name"
            maxLength={40}
            autoComplete="off"
            value={draft.label}
            onChange={({ target }) => setDraft({ ...draft, label: target.value })}
            onKeyDown={(event) => {
              if (pressedKey(event) !== 'Enter') return;
              event.preventDefault();
              save();
            }}
          />
          <SelectField
            label="Kind"
            options={VALUE_KINDS.map((kind) => ({ value: kind, label: VALUE_KIND_NAMES[kind] }))}
            value={draft.kind}
            onChange={({ target }) =>
              setDraft({ ...draft, kind: VALUE_KINDS.find((kind) => kind === target.value) ?? draft.kind })
            }
          />
          <div className="row part-acts">
            <Button size="sm" variant="secondary" disabled={draft.label.trim() === ''} onClick={save}>
              {fields[open] ? `Change ${noun}` : `Add ${noun}`}
            </Button>
            {fields[open] && (
              <Button
                size="sm"
                variant="ghost"
                onClick={() => {
                  onChange(fields.toSpliced(open, 1));
                  close();
                }}
              >
                Remove
              </Button>
            )}
            <Button size="sm" variant="ghost" onClick={close}>
              Cancel
            </Button>
          </div>
        </div>
      )}
    </div>
  );
}
