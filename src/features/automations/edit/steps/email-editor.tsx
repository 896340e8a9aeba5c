import { useState } from 'react';
import type { StepOf } from '#contract/automations/steps.ts';
import { trpc } from '#src/api/trpc.ts';
import { toastError } from '#src/lib/app-error.ts';
import { toast } from '#src/lib/toast.ts';
import { Button } from '#src/ui/button.tsx';
import { SelectField } from '#src/ui/forms/select-field.tsx';
import { TextField } from '#src/ui/forms/text-field.tsx';
import { useEditorContext } from '../editor-context.ts';
import { applyFix } from '../flow/apply-fix.ts';
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

/**
 * `Jonas` of `jonas@fernandkiln.example`, for sentences about an address; null if it doesn't look like a first name.
 */
function nameOfAddress(email: string): string | null {
  const [local = ''] = email.split('@');
  const [name = ''] = local.split(/[._-]/);
  const isGeneral = /^(?:info|hello|hi|team|office|mail|contact|sales|support|admin|studio|shop|news|noreply)$/i.test(
    name,
  );
  return /^[a-z]{3,}$/i.test(name) && !isGeneral ? name.charAt(0).toUpperCase() + name.slice(1).toLowerCase() : null;
}

export function EmailFix({ text, step }: { text: string; step: StepOf<'email'> }) {
  const { page, changeStep } = useEditorContext();
  const utils = trpc.useUtils();
  const name = nameOfAddress(step.to);
  const isAsked = page.recipients.some(({ email }) => email === step.to.toLowerCase());
  const asking = trpc.powerUps.automations.addRecipient.useMutation({
    onSuccess: async () => {
      toast.success({ title: 'Request sent', text: `We’ve emailed ${step.to}.` });
      await utils.powerUps.automations.get.invalidate({ automationId: page.automation.id });
    },
    onError: toastError,
  });
  return (
    <>
      <p>
        <b className="strong">{text}</b>{' '}
        <span>
          {isAsked
            ? `We’ve asked. ${name ?? 'They'} ${name ? 'hasn’t' : 'haven’t'} said yes so far.`
            : `${name ?? 'They'} ${name ? 'has' : 'have'} to say yes before we send anything to this address.`}
        </span>
      </p>
      <p className="row acts">
        <Button
          size="sm"
          variant="secondary"
          onClick={() => applyFix(step.id, () => changeStep(step, { to: 'me' }))}
        >{`Use ${page.ownerEmail}`}</Button>
        <Button size="sm" variant="ghost" busy={asking.isPending} onClick={() => asking.mutate({ email: step.to })}>
          {isAsked ? 'Ask again' : `Ask ${name ?? 'them'} to confirm`}
        </Button>
      </p>
    </>
  );
}
