import { useNavigate } from '@tanstack/react-router';
import { useState, type FormEvent } from 'react';
import type { Field } from '#contract/automations/triggers.ts';
import { trpc } from '#src/api/trpc.ts';
import { automationLinks } from '#src/domain/automations/automation-links.ts';
import { useRequestId } from '#src/domain/brain/use-request-id.ts';
import { toastError } from '#src/lib/app-error.ts';
import { Button } from '#src/ui/button.tsx';
import { SelectField } from '#src/ui/forms/select-field.tsx';
import { Field as FieldBox } from '#src/ui/forms/field.tsx';
import { TextField } from '#src/ui/forms/text-field.tsx';
import { useEditorContext } from '../editor-context.ts';

/** Starts the live version by hand, with what its form asks for. */
export function RunNow() {
  const { page } = useEditorContext();
  const navigate = useNavigate();
  const [form, setForm] = useState<Record<string, string>>({});
  const { idOf, renew } = useRequestId();
  const starting = trpc.powerUps.automations.startRun.useMutation({
    onSuccess: ({ id }) => {
      renew();
      void navigate(automationLinks.run(id));
    },
    onError: toastError,
  });
  const { trigger, id: automationId, isOn } = page.automation;
  if (page.liveVersion === null || !isOn || trigger.kind !== 'manual')
    return (
      <p className="small muted" role="status">
        Turn it on to run it.
      </p>
    );
  const start = (event: FormEvent) => {
    event.preventDefault();
    if (!starting.isPending) starting.mutate({ id: idOf(JSON.stringify(form)), automationId, form });
  };
  return (
    <form className="try run-now" aria-label="Run now" onSubmit={start}>
      {trigger.form.map((field) => (
        <FormField
          key={field.name}
          field={field}
          value={form[field.name] ?? ''}
          onChange={(value) => setForm({ ...form, [field.name]: value })}
        />
      ))}
      <div>
        <Button type="submit" size="sm" variant="secondary" busy={starting.isPending} busyText="Starting…">
          Run now
        </Button>
      </div>
    </form>
  );
}

type FormFieldProps = { field: Field; value: string; onChange: (value: string) => void };

function FormField({ field: { label, kind }, value, onChange }: FormFieldProps) {
  if (kind === 'yes_no')
    return (
      <SelectField
        label={label}
        placeholder="Choose"
        options={['Yes', 'No'].map((answer) => ({ value: answer, label: answer }))}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    );
  if (kind === 'list')
    return (
      <FieldBox label={label} hint="One item per line.">
        {(control) => (
          <textarea
            className="textarea"
            rows={3}
            {...control}
            value={value}
            onChange={({ target }) => onChange(target.value)}
          />
        )}
      </FieldBox>
    );
  return (
    <TextField
      label={label}
      type={kind === 'date' ? 'date' : 'text'}
      inputMode={kind === 'number' ? 'decimal' : undefined}
      autoComplete="off"
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}
