import { useState } from 'react';
import type { StepOf } from '#contract/automations/steps.ts';
import { useAccess } from '#src/domain/subscription/access.ts';
import { Button } from '#src/ui/button.tsx';
import { Segment } from '#src/ui/forms/segment.tsx';
import { useEditorContext } from '../editor-context.ts';
import { applyFix } from '../flow/apply-fix.ts';
import { AssistantField } from './assistant-field.tsx';
import { PartsEditor } from './parts-editor.tsx';
import { ValueField } from '../text/value-field.tsx';

/** Who is asked, what, and what comes back. */
export function AskEditor({ step }: { step: StepOf<'ask'> }) {
  const { changeStep } = useEditorContext();
  const [wantsParts, setWantsParts] = useState(false);
  const hasParts = wantsParts || step.parts.length > 0;
  return (
    <>
      <div className="two">
        <AssistantField
          label="Who"
          value={step.assistantId}
          onChange={(assistantId) => changeStep(step, { assistantId })}
        />
        <div className="field">
          <span className="label" aria-hidden="true">
            Answer as
          </span>
          <Segment
            block
            label="Answer as"
            options={[
              { value: 'text', label: 'One text' },
              { value: 'parts', label: 'Named parts' },
            ]}
            value={hasParts ? 'parts' : 'text'}
            onChange={(choice) => {
              setWantsParts(choice === 'parts');
              if (choice === 'text' && step.parts.length > 0) changeStep(step, { parts: [] });
            }}
          />
        </div>
      </div>
      <ValueField
        label="What to ask"
        stepId={step.id}
        value={step.prompt}
        onChange={(prompt) => changeStep(step, { prompt }, 'prompt')}
      />
      {hasParts && (
        <PartsEditor
          label="Parts you get back"
          noun="part"
          fields={step.parts}
          startsOpen={step.parts.length === 0}
          onChange={(parts) => {
            if (parts.length === 0) setWantsParts(true);
            changeStep(step, { parts });
          }}
        />
      )}
    </>
  );
}

export function AskFix({ text, step }: { text: string; step: StepOf<'ask'> }) {
  const { changeStep } = useEditorContext();
  const { openUpgrade } = useAccess();
  return (
    <>
      <p>
        <b className="strong">{text}</b>
      </p>
      <p className="row acts">
        <Button
          size="sm"
          variant="secondary"
          onClick={() => openUpgrade('assistant_locked', { assistantId: step.assistantId })}
        >
          See plans
        </Button>
        <Button
          size="sm"
          variant="ghost"
          onClick={() => applyFix(step.id, () => changeStep(step, { assistantId: 'brain_ai' }))}
        >
          Ask Brain AI instead
        </Button>
      </p>
    </>
  );
}
