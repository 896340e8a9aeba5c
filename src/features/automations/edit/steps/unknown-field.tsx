import { SelectField } from '#src/ui/forms/select-field.tsx';

type Choice = 'stop' | 'no';
type UnknownFieldProps = {
  /** What “no” means here, and what follows. */
  no: string;
  value: Choice | undefined;
  onChange: (value: Choice) => void;
};

/** What to do about a value that is missing or can't be used. A step from before there was a choice goes on as it did. */
export function UnknownField({ no, value = 'no', onChange }: UnknownFieldProps) {
  return (
    <SelectField
      label="If the value is missing or can’t be read"
      hint={
        value === 'stop' ? 'The run stops there and tells you why. You can retry it.' : 'The run says what was wrong.'
      }
      options={[
        { value: 'stop', label: 'Stop and tell me' },
        { value: 'no', label: no },
      ]}
      value={value}
      onChange={({ target }) => onChange(target.value === 'stop' ? 'stop' : 'no')}
    />
  );
}
