import type { StepOf } from '#contract/automations/steps.ts';
import { compares, isCount, TESTS_OF, TEST_WORDS } from '#contract/automations/steps/condition.ts';
import type { ValueKind } from '#contract/automations/values.ts';
import { SelectField } from '#src/ui/forms/select-field.tsx';
import { NO_SAMPLE, useEditorContext } from '../editor-context.ts';
import { ValueField, useKnownValues } from '../text/value-field.tsx';
import { UnknownField } from './unknown-field.tsx';

const ANSWERS = [
  { value: 'Yes', label: 'Yes' },
  { value: 'No', label: 'No' },
];

const HINTS: Partial<Record<ValueKind, string>> = {
  number: 'A number such as 12.5, or another value.',
  date: 'A date such as 2026-12-01, or another value: “Day of the run” is today.',
};

/** The value, what it is compared with, and what happens if the condition isn't met. */
export function ConditionEditor({ step }: { step: StepOf<'condition'> }) {
  const { changeStep } = useEditorContext();
  const known = useKnownValues(step.id);
  const kind = known.find(({ reference }) => reference === step.value)?.kind ?? 'text';
  const tests = TESTS_OF[kind].includes(step.test) ? TESTS_OF[kind] : [step.test, ...TESTS_OF[kind]];
  return (
    <>
      <div className="two">
        <SelectField
          label="Value"
          placeholder="Choose a value"
          options={known.map(({ reference, label, sample }) => ({
            value: reference,
            label: sample === NO_SAMPLE ? label : `${label}: ${sample}`,
          }))}
          value={step.value}
          onChange={({ target }) => {
            const next = known.find(({ reference }) => reference === target.value);
            const fits = next !== undefined && TESTS_OF[next.kind].includes(step.test);
            changeStep(step, {
              value: target.value,
              test: fits ? step.test : (TESTS_OF[next?.kind ?? 'text'][0] ?? 'is'),
              than: next?.kind === 'yes_no' ? 'Yes' : next?.kind === kind ? step.than : '',
            });
          }}
        />
        <SelectField
          label="Condition"
          options={tests.map((test) => ({ value: test, label: TEST_WORDS[test] }))}
          value={step.test}
          onChange={({ target }) =>
            changeStep(step, { test: tests.find((test) => test === target.value) ?? step.test })
          }
        />
      </div>
      {compares(step.test) &&
        (kind === 'yes_no' ? (
          <SelectField
            label="Answer"
            options={ANSWERS}
            value={step.than}
            placeholder="Choose"
            onChange={({ target }) => changeStep(step, { than: target.value })}
          />
        ) : (
          <ValueField
            label={isCount(step, kind) ? 'Number of items' : 'Compared with'}
            hint={HINTS[kind]}
            stepId={step.id}
            isOneLine
            max={300}
            value={step.than}
            onChange={(than) => changeStep(step, { than }, 'than')}
          />
        ))}
      <UnknownField
        no="Treat that line as no"
        before="A missing value counts as empty, and numbers are compared without their commas."
        value={step.ifUnknown}
        onChange={(ifUnknown) => changeStep(step, { ifUnknown })}
      />
      <SelectField
        label="If not"
        options={[
          { value: 'stop', label: 'Stop: the run ends here' },
          { value: 'go', label: 'Continue with the step after this one' },
        ]}
        value={step.stops ? 'stop' : 'go'}
        onChange={({ target }) => changeStep(step, { stops: target.value === 'stop' })}
      />
    </>
  );
}
