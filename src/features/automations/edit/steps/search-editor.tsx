import type { StepOf } from '#contract/automations/steps.ts';
import { useEditorContext } from '../editor-context.ts';
import { ValueField } from '../text/value-field.tsx';

const LINE_MAX = 300;

export function SearchEditor({ step }: { step: StepOf<'search'> }) {
  const { changeStep } = useEditorContext();
  return (
    <ValueField
      label="What to look for"
      stepId={step.id}
      isOneLine
      max={LINE_MAX}
      value={step.query}
      onChange={(query) => changeStep(step, { query }, 'query')}
      hint="The next steps get your facts and documents about it."
    />
  );
}
