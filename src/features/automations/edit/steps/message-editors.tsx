import type { StepOf } from '#contract/automations/steps.ts';
import { useEditorContext } from '../editor-context.ts';
import { ValueField } from '../text/value-field.tsx';
import { AssistantField } from './assistant-field.tsx';

// The steps that are a text and little else.
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
