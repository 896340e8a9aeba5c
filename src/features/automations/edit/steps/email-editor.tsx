import { useState } from 'react';
import type { StepOf } from '#contract/automations/steps.ts';
import { SelectField } from '#src/ui/forms/select-field.tsx';
import { TextField } from '#src/ui/forms/text-field.tsx';
import { useEditorContext } from '../editor-context.ts';
import { ValueField } from '../text/value-field.tsx';

const OTHER = 'other';

/** To whom, with which subject, and what it says. */
export function EmailEditor({ step }: { step: StepOf<'email'> }) {
  const { page, changeStep } = useEditorContext();
  const listed = page.recipients.some(({ email }) => email === step.to);
  const [isOther, setIsOther] = useState(step.to !== 'me' && !listed);
  const options = [
    { value: 'me', label: `Me, ${page.ownerEmail}` },
    ...page.recipients.map(({ email, isConfirmed }) => ({
      value: email,
      label: isConfirmed ? email : `${email} (not confirmed yet)`,
    })),
    { value: OTHER, label: 'Another address…' },
  ];
  return (
    <>
      <div className="two">
        <SelectField
          label="To"
          options={options}
          value={isOther ? OTHER : step.to}
          onChange={({ target }) => {
            setIsOther(target.value === OTHER);
            changeStep(step, { to: target.value === OTHER ? '' : target.value });
          }}
        />
        {isOther && (
          <TextField
            label="Address"
            type="email"
            inputMode="email"
            autoComplete="off"
            maxLength={254}
            hint="They have to agree before anything is sent to them."
            value={step.to}
            onChange={({ target }) => changeStep(step, { to: target.value.trim() }, 'to')}
          />
        )}
      </div>
      <ValueField
        label="Subject"
        stepId={step.id}
        isOneLine
        max={300}
        value={step.subject}
        onChange={(subject) => changeStep(step, { subject }, 'subject')}
      />
      <ValueField
        label="What it says"
        stepId={step.id}
        value={step.body}
        onChange={(body) => changeStep(step, { body }, 'body')}
      />
    </>
  );
}
