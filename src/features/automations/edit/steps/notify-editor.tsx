import type { StepOf } from '#contract/automations/steps.ts';
import { useEditorContext } from '../editor-context.ts';
import { ValueField } from '../text/value-field.tsx';

const LINE_MAX = 300;

export function NotifyEditor({ step }: { step: StepOf<'notify'> }) {
  const { changeStep } = useEditorContext();
  return (
    <ValueField
      label="What the notification says"
      stepId={step.id}
      isOneLine
      max={LINE_MAX}
      value={step.text}
      onChange={(text) => changeStep(step, { text }, 'text')}
    />
  );
}
