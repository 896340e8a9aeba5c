import { ChevronDown } from 'lucide-react';
import { Field } from './field.tsx';

type TimeZoneSelectProps = {
  hint?: string | undefined;
  value: string;
  onChange: (timeZone: string) => void;
  /** All there are to choose from. */
  regions: readonly { name: string; zones: readonly { id: string; place: string }[] }[];
};

/** Every time zone in a native list, where typing the first letters of a place finds it. */
export function TimeZoneSelect({ hint, value, onChange, regions }: TimeZoneSelectProps) {
  return (
    <Field label="Time zone" hint={hint}>
      {(control) => (
        <span className="select">
          <select
            className="input"
            name="timeZone"
            value={value}
            onChange={(event) => onChange(event.target.value)}
            {...control}
          >
            {regions.map(({ name, zones }) => (
              <optgroup key={name} label={name}>
                {zones.map(({ id, place }) => (
                  <option key={id} value={id}>
                    {place}
                  </option>
                ))}
              </optgroup>
            ))}
          </select>
          <ChevronDown className="icon" aria-hidden="true" />
        </span>
      )}
    </Field>
  );
}
