import { ChevronDown } from 'lucide-react';
import type { Blank } from '#contract/templates/blanks.ts';
import { Segment } from '#src/ui/forms/segment.tsx';
import type { FieldProps } from './blank-field.tsx';

type ChoiceFieldProps = {
  blank: Extract<Blank, { kind: 'choice' }>;
  value: string;
  onChange: (id: string) => void;
  field: FieldProps;
};

/** As many letters as fit side by side on a phone. */
const SEGMENT_LETTERS = 30;

/** One of a few texts. Short names stand side by side, long ones in a list. */
export function ChoiceField({ blank, value, onChange, field }: ChoiceFieldProps) {
  const { label, choices, isRequired } = blank;
  const isShort = choices.map((choice) => choice.label).join('').length <= SEGMENT_LETTERS;
  if (isRequired && isShort)
    return (
      <div id={field.id} tabIndex={-1}>
        <Segment
          label={label}
          block
          options={choices.map((choice) => ({ value: choice.id, label: choice.label }))}
          value={value === '' ? null : value}
          onChange={onChange}
        />
      </div>
    );
  return (
    <span className="select">
      <select
        className="input"
        {...field}
        aria-labelledby={`${field.id}-label`}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      >
        {(!isRequired || value === '') && <option value="">{isRequired ? 'Choose one' : 'None'}</option>}
        {choices.map((choice) => (
          <option key={choice.id} value={choice.id}>
            {choice.label}
          </option>
        ))}
      </select>
      <ChevronDown className="icon" aria-hidden="true" />
    </span>
  );
}
