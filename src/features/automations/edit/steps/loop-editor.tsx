import { LOOP_ITEMS_MAX } from '#contract/automations/automation-limits.ts';
import type { StepOf } from '#contract/automations/steps.ts';
import { SelectField } from '#src/ui/forms/select-field.tsx';
import { useEditorContext } from '../editor-context.ts';
import { NumberField } from './number-field.tsx';
import { UnknownField } from './unknown-field.tsx';
import { useKnownValues } from '../text/value-field.tsx';

/** Which list is gone through, and how far. */
export function LoopEditor({ step }: { step: StepOf<'loop'> }) {
  const { changeStep } = useEditorContext();
  const lists = useKnownValues(step.id).filter(({ kind }) => kind === 'list');
  return (
    <>
      <div className="two">
        <SelectField
          label="List"
          placeholder={lists.length === 0 ? 'No step before this one has a list' : 'Choose a list'}
          options={lists.map(({ reference, label }) => ({ value: reference, label }))}
          value={step.over}
          onChange={({ target }) => changeStep(step, { over: target.value })}
        />
        <NumberField
          label="At most"
          hint="Any items after that are skipped. The run tells you how many."
          min={1}
          max={LOOP_ITEMS_MAX}
          value={step.max}
          onChange={(max) => changeStep(step, { max }, 'max')}
        />
      </div>
      <UnknownField
        no="Treat it as an empty list"
        before="It counts as an empty list, and so does a list of objects."
        value={step.ifUnknown}
        onChange={(ifUnknown) => changeStep(step, { ifUnknown })}
      />
    </>
  );
}
