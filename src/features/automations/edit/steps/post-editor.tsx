import type { StepOf } from '#contract/automations/steps.ts';
import { useEditorContext } from '../editor-context.ts';
import { AssistantField } from './assistant-field.tsx';
import { ValueField } from '../text/value-field.tsx';

export function PostEditor({ step }: { step: StepOf<'post'> }) {
  const { changeStep } = useEditorContext();
  return (
    <>
      <AssistantField
        label="Whose conversation"
        value={step.assistantId}
        onChange={(assistantId) => changeStep(step, { assistantId })}
      />
      <ValueField
        label="The message"
        stepId={step.id}
        value={step.text}
        onChange={(text) => changeStep(step, { text }, 'text')}
        hint="The text is posted exactly as it’s written here."
      />
    </>
  );
}
