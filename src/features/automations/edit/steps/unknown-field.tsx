import { SelectField } from '#src/ui/forms/select-field.tsx';

type Choice = 'stop' | 'no';
type UnknownFieldProps = {
  /** What “no” means here, and what follows. */
  no: string;
  /** What a step without a choice does. */
  before: string;
  value: Choice | undefined;
  onChange: (value: Choice) => void;
};

const HINTS: Record<Choice, string> = {
  stop: 'The run stops there and tells you why. You can retry it.',
  no: 'The run says what was wrong.',
};

/** What to do about a value that is missing or can't be used. A step saved before there was a choice says so. */
export function UnknownField({ no, before, value, onChange }: UnknownFieldProps) {
  return (
    <SelectField
      label="If the value is missing or can’t be used"
      hint={value ? HINTS[value] : before}
      options={[
        ...(value ? [] : [{ value: 'before', label: 'As before' }]),
        { value: 'stop', label: 'Stop and tell me' },
        { value: 'no', label: no },
      ]}
      value={value ?? 'before'}
      onChange={({ target }) => onChange(target.value === 'stop' ? 'stop' : 'no')}
    />
  );
}
