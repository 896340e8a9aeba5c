import { Plus, X } from 'lucide-react';
import type { StepOf } from '#contract/automations/steps.ts';
import { Button } from '#src/ui/button.tsx';
import { TextField } from '#src/ui/forms/text-field.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { useEditorContext } from '../editor-context.ts';
import { ValueField } from '../text/value-field.tsx';

const FIELDS_MAX = 20;

/** Which address is called, and with what. */
export function WebhookEditor({ step }: { step: StepOf<'webhook'> }) {
  const { changeStep } = useEditorContext();
  const { fields } = step;
  const changeField = (index: number, changes: Partial<(typeof fields)[number]>) =>
    changeStep(
      step,
      { fields: fields.map((field, at) => (at === index ? { ...field, ...changes } : field)) },
      `field ${index}`,
    );
  return (
    <>
      <TextField
        label="Address to call"
        type="url"
        inputMode="url"
        placeholder="https://"
        autoComplete="off"
        maxLength={2_000}
        hint="It gets a signed POST with the fields below as JSON. Addresses inside private networks are refused."
        value={step.url}
        onChange={({ target }) => changeStep(step, { url: target.value.trim() }, 'url')}
      />
      <div className="stack" role="group" aria-label="Fields">
        {fields.map((field, index) => (
          // By its place: the name is being typed.
          <div className="hook-field" key={index}>
            <TextField
              label="Name"
              autoComplete="off"
              maxLength={60}
              value={field.name}
              onChange={({ target }) => changeField(index, { name: target.value })}
            />
            <ValueField
              label={`Value of ${field.name || `field ${index + 1}`}`}
              stepId={step.id}
              isOneLine
              value={field.value}
              onChange={(value) => changeField(index, { value })}
            />
            <IconButton
              label={`Remove ${field.name || `field ${index + 1}`}`}
              onClick={() => changeStep(step, { fields: fields.toSpliced(index, 1) })}
            >
              <X className="icon sm" aria-hidden="true" />
            </IconButton>
          </div>
        ))}
        {fields.length < FIELDS_MAX && (
          <div>
            <Button
              size="sm"
              variant="secondary"
              onClick={() => changeStep(step, { fields: [...fields, { name: '', value: '' }] })}
            >
              <Plus className="icon sm" aria-hidden="true" />
              Add a field
            </Button>
          </div>
        )}
      </div>
      <label className="row check">
        <input
          type="checkbox"
          checked={step.recognizesRepeats}
          onChange={({ target }) => changeStep(step, { recognizesRepeats: target.checked })}
        />
        <span>
          This address recognizes repeats by their Idempotency-Key, so an interrupted call can be made again without
          asking me
        </span>
      </label>
    </>
  );
}
