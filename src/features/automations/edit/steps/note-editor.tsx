import type { StepOf } from '#contract/automations/steps.ts';
import { useEditorContext } from '../editor-context.ts';
import { ValueField } from '../text/value-field.tsx';

export function NoteEditor({ step }: { step: StepOf<'note'> }) {
  const { changeStep } = useEditorContext();
  return (
    <ValueField
      label="What to remember"
      stepId={step.id}
      value={step.text}
      onChange={(text) => changeStep(step, { text }, 'text')}
      hint="It becomes a suggestion in your Brain, which you confirm."
    />
  );
}
