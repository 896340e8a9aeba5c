import type { StepOf } from '#contract/automations/steps.ts';
import { SelectField } from '#src/ui/forms/select-field.tsx';
import { TextField } from '#src/ui/forms/text-field.tsx';
import { useEditorContext } from '../editor-context.ts';
import { NumberField } from './number-field.tsx';
import { ValueField } from '../text/value-field.tsx';

const LATE = [
  { value: 'skip', label: 'Skip it: the run ends there' },
  { value: 'approve', label: 'Continue as if you had approved it' },
  { value: 'refuse', label: 'Count it as refused' },
] as const;
const HOURS_MAX = 24 * 30;

/** What the owner approves, until when, and what happens after that. */
export function ApproveEditor({ step }: { step: StepOf<'approve'> }) {
  const { changeStep } = useEditorContext();
  const { deadline } = step;
  return (
    <>
      <ValueField
        label="What it’s called in your approvals"
        stepId={step.id}
        isOneLine
        max={300}
        value={step.title}
        onChange={(title) => changeStep(step, { title }, 'title')}
      />
      <ValueField
        label="What to approve"
        stepId={step.id}
        value={step.text}
        onChange={(text) => changeStep(step, { text }, 'text')}
        hint="You can change it before you approve. The next steps get your version."
      />
      <div className="two">
        <SelectField
          label="Wait for an answer"
          options={[
            { value: 'hours', label: 'For a number of hours' },
            { value: 'time', label: 'Until a time of day' },
          ]}
          value={deadline.kind}
          onChange={({ target }) =>
            changeStep(step, {
              deadline: target.value === 'time' ? { kind: 'time', time: '12:00' } : { kind: 'hours', hours: 24 },
            })
          }
        />
        {deadline.kind === 'hours' ? (
          <NumberField
            label="Hours"
            min={1}
            max={HOURS_MAX}
            value={deadline.hours}
            onChange={(hours) => changeStep(step, { deadline: { kind: 'hours', hours } }, 'hours')}
          />
        ) : (
          <TextField
            label="Time"
            type="time"
            value={deadline.time}
            onChange={({ target }) =>
              target.value !== '' && changeStep(step, { deadline: { kind: 'time', time: target.value } }, 'time')
            }
          />
        )}
      </div>
      <SelectField
        label="If you don’t answer in time"
        options={LATE}
        value={step.ifLate}
        onChange={({ target }) =>
          changeStep(step, { ifLate: LATE.find(({ value }) => value === target.value)?.value ?? step.ifLate })
        }
      />
    </>
  );
}
