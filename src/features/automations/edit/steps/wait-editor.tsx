import { WAIT_MAX_MINUTES } from '#contract/automations/automation-limits.ts';
import type { StepOf } from '#contract/automations/steps.ts';
import { SelectField } from '#src/ui/forms/select-field.tsx';
import { TextField } from '#src/ui/forms/text-field.tsx';
import { useEditorContext } from '../editor-context.ts';
import { NumberField } from './number-field.tsx';

type Until = StepOf<'wait'>['until'];
const UNITS = [
  { value: '1', label: 'Minutes' },
  { value: '60', label: 'Hours' },
  { value: '1440', label: 'Days' },
] as const;
const START: Record<Until['kind'], Until> = {
  duration: { kind: 'duration', minutes: 60 },
  time: { kind: 'time', time: '08:00' },
  quiet_hours: { kind: 'quiet_hours', from: '20:00', to: '08:00' },
};
const CHOICES: { value: Until['kind']; label: string }[] = [
  { value: 'duration', label: 'For a while' },
  { value: 'time', label: 'Until a time of day' },
  { value: 'quiet_hours', label: 'Until quiet hours are over' },
];

const unitOf = (minutes: number) => (minutes % 1_440 === 0 ? 1_440 : minutes % 60 === 0 ? 60 : 1);

/** How long, or until when. */
export function WaitEditor({ step }: { step: StepOf<'wait'> }) {
  const { changeStep } = useEditorContext();
  const { until } = step;
  const change = (changed: Until, about?: string) => changeStep(step, { until: changed }, about);
  return (
    <div className="two">
      <SelectField
        label="Wait"
        options={CHOICES}
        value={until.kind}
        onChange={({ target }) => {
          const choice = CHOICES.find(({ value }) => value === target.value);
          if (choice) change(START[choice.value]);
        }}
      />
      {until.kind === 'duration' && <Duration minutes={until.minutes} onChange={change} />}
      {until.kind === 'time' && (
        <TextField
          label="Time"
          type="time"
          value={until.time}
          onChange={({ target }) => target.value !== '' && change({ kind: 'time', time: target.value }, 'time')}
        />
      )}
      {until.kind === 'quiet_hours' && (
        <div className="two tight">
          <TextField
            label="From"
            type="time"
            value={until.from}
            onChange={({ target }) => target.value !== '' && change({ ...until, from: target.value }, 'from')}
          />
          <TextField
            label="To"
            type="time"
            value={until.to}
            onChange={({ target }) => target.value !== '' && change({ ...until, to: target.value }, 'to')}
          />
        </div>
      )}
    </div>
  );
}

type DurationProps = { minutes: number; onChange: (until: Until, about?: string) => void };

function Duration({ minutes, onChange }: DurationProps) {
  const unit = unitOf(minutes);
  const set = (count: number, of: number, about?: string) =>
    onChange({ kind: 'duration', minutes: Math.min(count * of, WAIT_MAX_MINUTES) }, about);
  return (
    <div className="two tight">
      <NumberField
        label="How many"
        min={1}
        max={Math.floor(WAIT_MAX_MINUTES / unit)}
        value={minutes / unit}
        onChange={(count) => set(count, unit, 'minutes')}
      />
      <SelectField
        label="Unit"
        options={UNITS}
        value={String(unit)}
        onChange={({ target }) => set(minutes / unit, Number(target.value))}
      />
    </div>
  );
}
