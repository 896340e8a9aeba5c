import { isTimeZone, timeText, weekdayText } from '#contract/dates.ts';
import { ChevronDown } from 'lucide-react';
import { useMemo } from 'react';
import { browserTimeZone, placeOf, timeZoneRegions } from '#src/domain/profile/time-zones.ts';
import { useNow } from '#src/lib/use-now.ts';
import { Button } from '#src/ui/button.tsx';
import { Field } from '#src/ui/forms/field.tsx';

type TimeZoneFieldProps = { value: string; onChange: (timeZone: string) => void };

/** Nothing for a zone that the server knows but this browser doesn't. */
const clockIn = (timeZone: string, now: Date) =>
  isTimeZone(timeZone) ? `It is ${weekdayText(now, timeZone)} ${timeText(now, timeZone)} there now.` : undefined;

/** Every time zone in a native list, where typing the first letters of a place finds it. */
export function TimeZoneField({ value, onChange }: TimeZoneFieldProps) {
  const here = browserTimeZone();
  const now = useNow();
  const regions = useMemo(() => timeZoneRegions([value, here]), [value, here]);
  return (
    <div className="stack time-zone">
      <Field label="Time zone" hint={clockIn(value, now)}>
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
      {here !== value && (
        <div className="row wrap-row">
          <p className="small muted">This browser is set to {placeOf(here)}.</p>
          <Button variant="secondary" size="sm" onClick={() => onChange(here)}>
            Use {placeOf(here)}
          </Button>
        </div>
      )}
    </div>
  );
}
